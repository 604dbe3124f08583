//! How results look: one file a format.

pub(crate) mod github;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod trace;
