//! From text to syntax tree: the grammar, the tree, the parser with its recovery, the printer.

pub mod tree;
