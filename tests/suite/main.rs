//! The product from outside.

mod corpus;
mod diagnostics;
mod guards;
mod language;
mod mutations;
mod pages;
mod printing;
