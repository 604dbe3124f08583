//! The binary from outside: arguments in, exit code and both streams out, in a folder of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot set up its folder has nothing to say")]

mod arguments;
mod bad_files;
mod decide;
mod folder;
mod init;
mod packages;
mod parity;
mod projects;
mod reports;
