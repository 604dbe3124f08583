//! Any bytes through the front end.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| polc_tests::targets::front_end(bytes));
