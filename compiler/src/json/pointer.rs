//! JSON Pointers (RFC 6901): where a value stands inside another one.

use std::fmt;

use super::excerpt::excerpt;
use super::value::Json;

/// Most characters of a pointer in a message.
const POINTER_CHARS_MAX: usize = 200;

/// One step of a [`Pointer`]. A key leads only into an object and an index only into a list, so that a pointer never
/// means two things.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// The member of that name.
    Key(String),
    /// The element at that position, from 0.
    Index(usize),
}

impl From<&str> for Segment {
    fn from(key: &str) -> Segment {
        Segment::Key(key.to_owned())
    }
}

impl From<String> for Segment {
    fn from(key: String) -> Segment {
        Segment::Key(key)
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Segment {
        Segment::Index(index)
    }
}

/// The way from a value to one inside it.
///
/// ```
/// use polc_compiler::json::Pointer;
///
/// let pointer = Pointer::root().with("tools").with(0).with("a/b");
/// assert_eq!(pointer.to_string(), "/tools/0/a~1b");
/// assert_eq!(Pointer::root().to_string(), "");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    segments: Vec<Segment>,
}

impl Pointer {
    /// The empty pointer, which means the whole value.
    pub fn root() -> Pointer {
        Pointer::default()
    }

    /// Reads a pointer as RFC 6901 writes it, as far as it leads through a value: nothing if it leads nowhere there.
    pub fn resolve(text: &str, value: &Json) -> Option<Pointer> {
        let mut pointer = Pointer::root();
        if text.is_empty() {
            return Some(pointer);
        }
        let mut at = value;
        for step in text.strip_prefix('/')?.split('/') {
            let step = step.replace("~1", "/").replace("~0", "~");
            at = match at {
                Json::Array(items) => {
                    let plain = step == "0" || !step.starts_with('0') && step.bytes().all(|b| b.is_ascii_digit());
                    let index = step.parse().ok().filter(|_| plain)?;
                    pointer.push(Segment::Index(index));
                    items.get(index)?
                }
                Json::Object(members) => {
                    pointer.push(Segment::Key(step.clone()));
                    members.get(step.as_str())?
                }
                _ => return None,
            };
        }
        Some(pointer)
    }

    /// Whether it means the whole value.
    pub fn is_root(&self) -> bool {
        self.segments.is_empty()
    }

    /// The steps, outermost first.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Goes one step further in.
    pub fn push(&mut self, segment: impl Into<Segment>) {
        self.segments.push(segment.into());
    }

    /// Takes the last step back.
    pub fn pop(&mut self) -> Option<Segment> {
        self.segments.pop()
    }

    /// The pointer that goes one step further in.
    #[must_use]
    pub fn with(&self, segment: impl Into<Segment>) -> Pointer {
        let mut pointer = self.clone();
        pointer.push(segment);
        pointer
    }

    /// The pointer that goes on as `further` does.
    #[must_use]
    pub fn join(&self, further: &Pointer) -> Pointer {
        self.segments.iter().chain(&further.segments).cloned().collect()
    }

    /// The pointer as it stands in a message: in backticks, shortened where it is very long. RFC 6901 writes the root as
    /// the empty text, which nobody sees, and `/` is the member with the empty name: the root is `the top` in words.
    ///
    /// ```
    /// use polc_compiler::json::Pointer;
    ///
    /// assert_eq!(format!("a list stands at {}", Pointer::root().with("tools").place()), "a list stands at `/tools`");
    /// assert_eq!(format!("a list stands at {}", Pointer::root().place()), "a list stands at the top");
    /// ```
    pub fn place(&self) -> String {
        if self.is_root() { "the top".to_owned() } else { format!("`{}`", excerpt(&self.to_string(), POINTER_CHARS_MAX)) }
    }
}

impl FromIterator<Segment> for Pointer {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Pointer {
        Pointer { segments: segments.into_iter().collect() }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.segments {
            match segment {
                // `~` first: the other way round, the `~` of `~1` would be escaped again.
                Segment::Key(key) => write!(f, "/{}", key.replace('~', "~0").replace('/', "~1"))?,
                Segment::Index(index) => write!(f, "/{index}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_as_in_rfc_6901() {
        let with = |key: &str| Pointer::root().with(key).to_string();
        assert_eq!(with(""), "/");
        assert_eq!(with("a/b"), "/a~1b");
        assert_eq!(with("m~n"), "/m~0n");
        assert_eq!(with("~1"), "/~01");
        assert_eq!(with(" "), "/ ");
        assert_eq!(Pointer::root().with("foo").with(0).to_string(), "/foo/0");
    }

    #[test]
    fn steps_go_in_and_out() {
        let mut pointer = Pointer::root().with("a");
        pointer.push(1);
        assert_eq!(pointer.join(&Pointer::root().with("b")).to_string(), "/a/1/b");
        assert_eq!(pointer.pop(), Some(Segment::Index(1)));
        assert_eq!(pointer.pop(), Some(Segment::from("a")));
        assert!(pointer.is_root());
        assert_eq!(pointer.pop(), None);
    }

    #[test]
    fn a_place_shows_what_cannot_be_seen() {
        assert_eq!(Pointer::root().with("").place(), "`/`");
        assert_eq!(Pointer::root().with("a\nb").place(), r"`/a\u000ab`");
        assert_eq!(Pointer::root().with("x".repeat(9999)).place().chars().count(), POINTER_CHARS_MAX + 2);
    }
}
