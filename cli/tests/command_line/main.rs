//! The binary from outside: arguments in, exit code and both streams out, in a folder of its own.

mod arguments;
mod bad_files;
mod decide;
mod folder;
mod parity;
mod projects;
mod reports;
