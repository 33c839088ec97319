//! What the grammars call the places where an operator fits. Owns the two tables; the operators themselves know no language.

use crate::syntax::Dialect;

/// Names of node kinds and of their fields.
pub struct Grammar {
    pub binary: &'static str,
    pub unary: &'static str,
    /// Compound assignments and the like, with a field `operator`.
    pub updates: &'static [&'static str],
    pub integers: &'static [&'static str],
    pub floats: &'static [&'static str],
    pub truths: &'static [&'static str],
    pub always: &'static str,
    pub never: &'static str,
    /// What can be left out of a block.
    pub statements: &'static [&'static str],
    pub blocks: &'static [&'static str],
    /// What has a condition.
    pub conditional: &'static [&'static str],
    /// Two branches with a choice between them: the kind, and the fields of both.
    pub branches: &'static [(&'static str, &'static str, &'static str)],
    /// An arm of a choice between many.
    pub arm: &'static str,
    pub jumps: &'static [&'static str],
    /// Pairs of methods that are each other's opposite, as `+` and `-` are.
    pub opposites: &'static [(&'static str, &'static str)],
}

pub fn grammar(dialect: Dialect) -> &'static Grammar {
    match dialect {
        Dialect::Rust => &RUST,
        Dialect::C => &C,
    }
}

const RUST: Grammar = Grammar {
    binary: "binary_expression",
    unary: "unary_expression",
    updates: &["compound_assignment_expr"],
    integers: &["integer_literal"],
    floats: &["float_literal"],
    truths: &["boolean_literal"],
    always: "true",
    never: "false",
    statements: &["expression_statement"],
    blocks: &["block"],
    conditional: &["if_expression", "while_expression", "match_pattern"],
    branches: &[("if_expression", "consequence", "alternative")],
    arm: "match_arm",
    jumps: &["break_expression", "continue_expression"],
    opposites: &[
        ("min", "max"),
        ("saturating_add", "saturating_sub"),
        ("checked_add", "checked_sub"),
        ("wrapping_add", "wrapping_sub"),
        ("saturating_mul", "saturating_div"),
        ("checked_mul", "checked_div"),
    ],
};

const C: Grammar = Grammar {
    binary: "binary_expression",
    unary: "unary_expression",
    updates: &["assignment_expression", "update_expression"],
    integers: &["number_literal"],
    floats: &[],
    truths: &["true", "false"],
    always: "1",
    never: "0",
    statements: &["expression_statement", "if_statement", "for_statement", "while_statement", "do_statement", "return_statement"],
    blocks: &["compound_statement"],
    conditional: &["if_statement", "while_statement", "do_statement", "for_statement", "conditional_expression"],
    branches: &[("if_statement", "consequence", "alternative"), ("conditional_expression", "consequence", "alternative")],
    arm: "case_statement",
    jumps: &["break_statement", "continue_statement"],
    opposites: &[],
};

/// Another operator for one, of the same kind of work.
pub fn arithmetic(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+" => "-",
        "-" => "+",
        "*" => "/",
        "/" | "%" => "*",
        "&" => "|",
        "|" | "^" => "&",
        "<<" => ">>",
        ">>" => "<<",
        "+=" => "-=",
        "-=" => "+=",
        "*=" => "/=",
        "/=" | "%=" => "*=",
        "&=" => "|=",
        "|=" | "^=" => "&=",
        "<<=" => ">>=",
        ">>=" => "<<=",
        "++" => "--",
        "--" => "++",
        _ => return None,
    })
}

/// The comparison beside this one, and its opposite.
pub fn comparison(operator: &str) -> Option<(Option<&'static str>, &'static str)> {
    Some(match operator {
        "<" => (Some("<="), ">="),
        "<=" => (Some("<"), ">"),
        ">" => (Some(">="), "<="),
        ">=" => (Some(">"), "<"),
        "==" => (None, "!="),
        "!=" => (None, "=="),
        _ => return None,
    })
}
