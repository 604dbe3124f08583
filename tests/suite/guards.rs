//! Deleting any one rule must fail something.

use polc_golden::{CheckOptions, Project};

