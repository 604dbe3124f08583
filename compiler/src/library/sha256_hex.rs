//! `sha256_hex`

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

/// Digits of a hash.
const DIGITS: usize = 64;

pub(super) static SHA256_HEX: Definition = Definition {
    word: "sha256_hex",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "The SHA-256 hash of the text's UTF-8 bytes, in 64 hexadecimal digits with small letters.",
    promises: &["len_chars(result) == 64", "lower_ascii(result) == result"],
    examples: &[("sha256_hex(\"\")", "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"")],
    evaluate: sha256_hex,
};

fn sha256_hex(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    // Hashing a byte takes several times as long as looking at it.
    work.step(text.len() / 8)?;
    work.make(DIGITS)?;
    let mut digits = String::with_capacity(DIGITS);
    for byte in Sha256::digest(text.as_bytes()) {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
    }
    Ok(Value::Text(digits.into()))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("sha256_hex(\"abc\")", "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""),
            ("sha256_hex(\"é\")", "\"4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c\""),
        ]);
    }
}
