//! Compiles tool policies and answers decisions from them.
//!
//! The way of a policy: text → [`syntax`] tree → [`check`]ed policy → [`engine`] → decision.
//!
//! This crate knows the language and nothing else. It does no input or output, reads no clock and no environment, starts
//! no threads, and knows no policy and no system by name. It is given texts and gives back values, so that the same texts
//! give the same values everywhere. Bad texts give [`diagnostic`]s, never a panic.

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod json;
pub mod policy;
pub mod source;
pub mod syntax;
