//! Operators, aggregates, and what `is` asks.

/// What a sequence gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SequenceOp {
    /// The last state.
    Fold,
    /// The state after each element.
    Scan,
}

impl SequenceOp {
    /// Both.
    pub const ALL: [SequenceOp; 2] = [SequenceOp::Fold, SequenceOp::Scan];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            SequenceOp::Fold => "fold",
            SequenceOp::Scan => "scan",
        }
    }
}

/// The languages of patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternKind {
    /// `like`: `*` any run, `?` one code point.
    Glob,
    /// `matches`: a regular expression.
    Regex,
}

impl PatternKind {
    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            PatternKind::Glob => "like",
            PatternKind::Regex => "matches",
        }
    }
}

/// The aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AggregateOp {
    /// How many rounds.
    Count,
    /// Whether the condition holds in some round.
    Any,
    /// Whether the condition holds in every round.
    All,
    /// The first round's value.
    First,
    /// The total.
    Sum,
    /// The greatest.
    Max,
    /// The least.
    Min,
}

impl AggregateOp {
    /// Every aggregate.
    pub const ALL: [AggregateOp; 7] = [
        AggregateOp::Count,
        AggregateOp::Any,
        AggregateOp::All,
        AggregateOp::First,
        AggregateOp::Sum,
        AggregateOp::Max,
        AggregateOp::Min,
    ];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            AggregateOp::Count => "count",
            AggregateOp::Any => "any",
            AggregateOp::All => "all",
            AggregateOp::First => "first",
            AggregateOp::Sum => "sum",
            AggregateOp::Max => "max",
            AggregateOp::Min => "min",
        }
    }
}

/// Operators with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `??`
    Coalesce,
    /// `*`
    Multiply,
    /// `+`: sum of ints, join of texts.
    Add,
    /// `-`
    Subtract,
    /// `a..=b`
    Range,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `like`
    Like,
    /// `matches`
    Matches,
    /// `implies`
    Implies,
}

impl BinaryOp {
    /// Every operator.
    pub const ALL: [BinaryOp; 16] = [
        BinaryOp::Coalesce,
        BinaryOp::Multiply,
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Range,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
        BinaryOp::In,
        BinaryOp::NotIn,
        BinaryOp::Like,
        BinaryOp::Matches,
        BinaryOp::Implies,
    ];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            BinaryOp::Coalesce => "??",
            BinaryOp::Multiply => "*",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Range => "..=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::In => "in",
            BinaryOp::NotIn => "not in",
            BinaryOp::Like => "like",
            BinaryOp::Matches => "matches",
            BinaryOp::Implies => "implies",
        }
    }
}

/// What `is` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IsTest {
    /// `is some`
    Some,
    /// `is none`
    None,
    /// `is null` … `is object`
    Kind(JsonKind),
}

/// The kinds of JSON values. `int` is a number without fraction in the range of `int`, `number` any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// `null`
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `number`
    Number,
    /// `string`
    String,
    /// `list`
    List,
    /// `object`
    Object,
}

impl JsonKind {
    /// Every kind.
    pub const ALL: [JsonKind; 7] =
        [JsonKind::Null, JsonKind::Bool, JsonKind::Int, JsonKind::Number, JsonKind::String, JsonKind::List, JsonKind::Object];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            JsonKind::Null => "null",
            JsonKind::Bool => "bool",
            JsonKind::Int => "int",
            JsonKind::Number => "number",
            JsonKind::String => "string",
            JsonKind::List => "list",
            JsonKind::Object => "object",
        }
    }
}
