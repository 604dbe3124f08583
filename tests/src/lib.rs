//! What the product's tests share with fuzzing: targets and generators.

pub mod targets;
