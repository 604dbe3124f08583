//! The product from outside.

mod diagnostics;
