//! The product from outside.

mod cases;
mod corpus;
mod diagnostics;
mod guards;
mod mutations;
mod pages;
mod printing;
