//! What the product's tests share with fuzzing: targets, generators, and texts with one word wrong.

pub mod mutants;
pub mod targets;
pub mod tree;
