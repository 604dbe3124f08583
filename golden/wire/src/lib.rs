//! Reads and compares what upstream programs and providers say on the wire.
//!
//! Texts and JSON values in, values and findings out: no files, no clock, no environment, no threads. The only other crate
//! that it knows is the compiler, and of that the JSON value, places in texts and findings.
//!
//! It must not know projects, policies or reports, and no system by name: what answers a system, and which outputs count,
//! its callers say. Nothing here looks at what a case's id means.
//!
//! - [`recorded`] reads files of recorded cases.
//! - [`compare`] lists the differences of two JSON values.
//! - [`answer`] compares an answer with the recorded one, in the outputs that count.

pub mod answer;
pub mod compare;
pub mod recorded;
