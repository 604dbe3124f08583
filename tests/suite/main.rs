//! The product from outside.

mod corpus;
mod diagnostics;
mod guards;
mod language;
mod library;
mod mutations;
mod pages;
mod printing;
