//! Collects findings, up to a limit.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::diagnostic::{Code, Diagnostic, Label};
use crate::source::Span;

/// The most findings that the checker reports for one file; one more says how many there are beyond them. Who has more
/// wants to mend the first ones before the rest.
pub const FINDINGS_MAX: usize = 100;

/// How many places besides the first one a finding shows.
const PLACES_MAX: usize = 3;

/// A mistake that may show in many places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mistake {
    /// No value, input, `def` or table has that name.
    Name(String),
    /// No type has that name.
    Type(String),
    /// A type does not have that member.
    Member(String, String),
    /// Literals of a type lack those members.
    Missing(String, String),
    /// A declared type is taken for one that may be none.
    NeverNone(String),
}

/// The findings so far.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    /// For each mistake that may show in many places its finding in the list, none where that is left out.
    spread: HashMap<Mistake, Option<usize>>,
    /// For each finding whose mistake shows in more places than it notes how many these are.
    more_places: BTreeMap<usize, usize>,
    left_out: usize,
    first_left_out: Option<Code>,
}

impl Findings {
    /// Adds a finding, or counts it where there are too many.
    pub(super) fn report(&mut self, finding: Diagnostic) {
        if self.is_full() {
            self.left_out += 1;
            self.first_left_out.get_or_insert(finding.code);
        } else {
            self.list.push(finding);
        }
    }

    /// Whether a mistake shows for the first time. Where it does not, its place is noted in the finding that is there: what is
    /// declared wrongly would else be reported wherever it is named.
    pub(super) fn is_first(&mut self, mistake: Mistake, span: Span) -> bool {
        let place = (!self.is_full()).then_some(self.list.len());
        // What is said about one place only stays there.
        let moves = !matches!(mistake, Mistake::NeverNone(_));
        match self.spread.entry(mistake) {
            Entry::Vacant(entry) => {
                entry.insert(place);
                true
            }
            Entry::Occupied(entry) => {
                let known = entry.get().and_then(|place| Some((place, self.list.get_mut(place)?)));
                if let Some((place, finding)) = known
                    && !note_place(finding, span, moves)
                {
                    *self.more_places.entry(place).or_default() += 1;
                }
                false
            }
        }
    }

    /// Whether further findings are only counted: then nobody needs to look for the nearest name.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= FINDINGS_MAX
    }

    /// How many there were, the left out ones too: grows with each report.
    pub(super) fn count(&self) -> usize {
        self.list.len() + self.left_out
    }

    /// The findings. Where some were left out, one more behind the others says how many.
    pub(super) fn into_list(mut self) -> Vec<Diagnostic> {
        for (place, more) in self.more_places {
            if let Some(finding) = self.list.get_mut(place) {
                let places = if more == 1 { "1 more place".to_owned() } else { format!("{more} more places") };
                finding.notes.push(format!("and in {places}"));
            }
        }
        if let Some(code) = self.first_left_out {
            let last = self.list.iter().map(|finding| finding.primary.span).max().unwrap_or_default();
            let words =
                if self.left_out == 1 { "1 more mistake is".to_owned() } else { format!("{} more mistakes are", self.left_out) };
            self.list
                .push(Diagnostic::error(code, last.behind(), format!("{words} not shown")).help("mend the ones above first"));
        }
        self.list
    }
}

/// Notes another place of a mistake, unless there are enough: then no. A finding that moves stands at the first one.
fn note_place(finding: &mut Diagnostic, span: Span, moves: bool) -> bool {
    let first = finding.primary.span;
    let other = if moves && span < first { std::mem::replace(&mut finding.primary.span, span) } else { span };
    let noted = finding.secondary.len() < PLACES_MAX;
    if noted {
        finding.secondary.push(Label { span: other, text: "and here".to_owned() });
    }
    noted
}
