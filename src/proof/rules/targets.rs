//! Whether a call is one of a stub. Knows just enough of types to tell a method of the exercise from one of the standard library; where it cannot tell, it
//! says so.

use std::ops::Range;

use super::calls::{Call, CallKind, SOME_TRAIT, after_generics, closing, end_of_statement, start_of_chain, text_at};
use super::reading::{Code, Reading};
use crate::syntax::{DefinitionKind, Token, TokenKind};

/// How sure it is that a call is one of a stub.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    No,
    /// The name fits, and so do many of the standard library.
    Perhaps,
    Yes,
}

/// Names that types of the standard library have as methods too.
const COMMON: &str = "
    new push pop len get get_mut insert remove next iter map contains contains_key clear is_empty first last sort sort_by append
    extend join split take replace swap find position count sum min max read write send recv lock wait clone into from parse
    to_string eq cmp fmt default drain retain entry keys values push_str push_back push_front pop_back pop_front peek fold filter
    rev collect any all zip chain skip step_by abs pow load store set borrow borrow_mut flush close add sub mul div index deref drop
    hash as_ref as_mut unwrap expect trim lines chars bytes trim_end insert_str reverse repeat concat windows chunks dedup truncate
    resize reserve fill copied cloned ok err and_then or_else is_some is_none is_ok is_err display into_iter by_ref starts_with
    ends_with to_uppercase to_lowercase split_at split_once sqrt kind name id path exists size seek connect accept bind elapsed
    unwrap_or map_err ok_or spawn read_line write_all rotate_left rotate_right capacity binary_search nth product flatten flat_map
";

/// Modules and types of the standard library whose names begin with a small letter.
const LIBRARY: &str = "
    cmp mem iter fs io thread process env ptr str char time fmt ops collections sync mpsc num slice string vec net path hash any
    array u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool
";

/// Methods that the language calls for operators, loops, formatting and conversions.
const CALLED_BY_THE_LANGUAGE: &str = "
    fmt add sub mul div rem neg not add_assign sub_assign mul_assign div_assign eq ne partial_cmp cmp next next_back into_iter
    from_iter extend from into try_from try_into from_str deref deref_mut index index_mut default drop hash clone as_ref as_mut
    borrow bitand bitor bitxor shl shr source to_string write write_str flush read write_fmt poll size_hint lt le gt ge bitor_assign
    bitand_assign rem_assign
";

/// Owners whose methods are those of what they own: `Rc::new(Board::default()).pin(…)`.
const SEEN_THROUGH: &str = "Rc Arc Box";

pub fn has_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

pub fn called_by_the_language(name: &str) -> bool {
    has_word(CALLED_BY_THE_LANGUAGE, name)
}

impl Reading<'_> {
    /// Whether this call is one of the stub of that name.
    pub fn is_stub_call(&self, code: &Code, call: &Call, stub: &str) -> Match {
        if call.name != stub || call.kind == CallKind::Macro {
            return Match::No;
        }
        let stubs = || self.stubs.iter().filter(|s| s.name == stub);
        let owners: Vec<&str> = stubs().filter_map(|s| s.owner.as_deref()).collect();
        let is_free = stubs().any(|s| s.owner.is_none());
        let said = |yes: bool| if yes { Match::Yes } else { Match::No };
        match &call.kind {
            CallKind::Free => said(is_free && !is_closure(code, stub)),
            // `Queue::join` without brackets, given a name or handed on.
            CallKind::Value if text_at(&code.body, call.at.wrapping_sub(1)) == "::" => {
                let kind = CallKind::Path(super::calls::before_path(&code.body, call.at));
                self.is_stub_call(code, &Call { kind, ..call.clone() }, stub)
            }
            CallKind::Value => said(is_free && !self.is_local(code, stub)),
            CallKind::Path(before) => {
                if before == SOME_TRAIT {
                    return said(!owners.is_empty());
                }
                if !before.starts_with(char::is_uppercase) {
                    return said(is_free && !self.is_of_the_library(code, call.at, before));
                }
                if owners.contains(&before.as_str()) || before == "Self" {
                    return Match::Yes;
                }
                // A trait's method called through the trait or through another type that has it from there.
                let own = self.given.iter().any(|f| f.name == stub && f.owner.as_deref() == Some(before));
                let known = self.starter_definitions.iter().any(|d| d.name == *before);
                said(known && !own && !owners.is_empty())
            }
            CallKind::Method => self.is_stub_method(code, call, stub, &owners),
            CallKind::Macro => Match::No,
        }
    }

    /// `std::cmp::max`, `u32::pow`, `mem::swap`: not a module of the exercise.
    fn is_of_the_library(&self, code: &Code, at: usize, before: &str) -> bool {
        let root = text_at(&code.body, start_of_chain(&code.body, at));
        let stem = |path: &str| path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default().to_owned();
        let ours = before == "exercise"
            || self.subject.starter.iter().any(|f| stem(&f.path) == before)
            || self.starter_says(&format!("mod {before}"));
        matches!(root, "std" | "core" | "alloc") || (has_word(LIBRARY, before) && !ours)
    }

    fn is_stub_method(&self, code: &Code, call: &Call, stub: &str, owners: &[&str]) -> Match {
        if owners.is_empty() {
            return Match::No;
        }
        // A method that the exercise gives to a type of the library: its receiver says nothing.
        let extends = owners.iter().any(|owner| !self.starter_definitions.iter().any(|d| d.name == *owner));
        // So do types of the starter and of the tests that have a method of this name already.
        let shared = self.given.iter().chain(&self.helpers).any(|f| f.name == stub && f.owner.is_some() && f.has_body);
        let by_name = if shared || has_word(COMMON, stub) { Match::Perhaps } else { Match::Yes };
        match self.receiver_type(code, call.at) {
            _ if extends => by_name,
            Receiver::Is(name) => {
                let others = self.given.iter().any(|f| f.name == stub && f.owner.as_deref() == Some(name.as_str()));
                if owners.contains(&name.as_str()) {
                    Match::Yes
                } else if others || !self.starter_definitions.iter().any(|d| d.name == name) {
                    Match::No
                } else {
                    Match::Perhaps
                }
            }
            Receiver::OfTheLanguage => Match::No,
            Receiver::Unknown => by_name,
        }
    }

    /// A name that the code gives to something else.
    fn is_local(&self, code: &Code, name: &str) -> bool {
        code.body.iter().chain(&code.head).any(|t| t.binds && t.text == name)
    }

    /// Whether a method is called on a thing that is of this type, as far as the code says.
    pub fn is_called_on(&self, code: &Code, call: &Call, owner: &str) -> bool {
        matches!(self.receiver_type(code, call.at), Receiver::Is(name) if name == owner)
    }

    /// Whether what stands there is of this type, as far as the code says.
    pub fn is_of_type(&self, code: &Code, range: Range<usize>, owner: &str) -> bool {
        matches!(self.type_of(code, range, 3), Receiver::Is(name) if name == owner)
    }

    /// What the thing is that a method is called on, as far as the code says.
    fn receiver_type(&self, code: &Code, method: usize) -> Receiver {
        let tokens = &code.body;
        let Some(last) = method.checked_sub(2) else { return Receiver::Unknown };
        self.type_of(code, start_of_chain(tokens, last)..last + 1, 3)
    }

    fn type_of(&self, code: &Code, range: Range<usize>, depth: u8) -> Receiver {
        let tokens = &code.body[range.clone()];
        let Some(first) = tokens.iter().find(|t| !matches!(t.text.as_str(), "&" | "mut" | "*" | "(" | "dyn" | "move")) else {
            return Receiver::Unknown;
        };
        match first.kind {
            TokenKind::Text | TokenKind::Number | TokenKind::Char => return Receiver::OfTheLanguage,
            TokenKind::Sign if first.text == "[" => return Receiver::OfTheLanguage,
            TokenKind::Word => {}
            _ => return Receiver::Unknown,
        }
        let at = tokens.iter().position(|t| std::ptr::eq(t, first)).unwrap_or(0);
        let name = first.text.as_str();
        // `board::<u8>(…)` is made by the same function as `board(…)`.
        let is_told_types = text_at(tokens, at + 1) == "::" && text_at(tokens, at + 2) == "<" && !name.starts_with(char::is_uppercase);
        let at = if is_told_types { after_generics(tokens, at + 2) - 1 } else { at };
        let next = text_at(tokens, at + 1);
        // What follows the first value: a chain of further methods or fields hides the type.
        let simple = |end: usize| end + 1 >= tokens.len() || text_at(tokens, end + 1) == ")" || text_at(tokens, end + 1) == "?";
        match next {
            "!" if matches!(name, "vec" | "format") && simple(closing(tokens, at + 2)) => Receiver::OfTheLanguage,
            "::" | "{" | "(" if name.starts_with(char::is_uppercase) => {
                let open = (at..tokens.len()).find(|i| matches!(tokens[*i].text.as_str(), "(" | "{")).unwrap_or(tokens.len());
                let whole = simple(closing(tokens, open));
                if whole && has_word(SEEN_THROUGH, name) && depth > 0 {
                    // The range of the value inside, among all tokens.
                    let from = range.start;
                    return match self.type_of(code, from + open + 1..from + closing(tokens, open), depth - 1) {
                        Receiver::Is(inside) => Receiver::Is(inside),
                        _ => Receiver::Unknown,
                    };
                }
                let ours = self.starter_definitions.iter().any(|d| d.name == name) || self.test_definitions.iter().any(|d| d.name == name);
                match (whole, ours) {
                    // `Some(x).f()`: the method is the wrapper's.
                    (true, false) => Receiver::OfTheLanguage,
                    (true, true) => Receiver::Is(name.to_owned()),
                    (false, _) => Receiver::Unknown,
                }
            }
            "(" if simple(closing(tokens, at + 1)) => {
                let makers = self.helpers.iter().chain(&self.given).filter(|f| f.name == name && f.owner.is_none() && !f.is_macro);
                makers.map(|f| self.returned(f)).next().unwrap_or(Receiver::Unknown)
            }
            // A type without fields is its own value.
            "" if self.starter_definitions.iter().any(|d| d.name == name && d.kind == DefinitionKind::Type) => {
                Receiver::Is(name.to_owned())
            }
            "" if depth > 0 => self.type_of_variable(code, name, depth),
            _ => Receiver::Unknown,
        }
    }

    fn returned(&self, function: &Code) -> Receiver {
        let arrow = function.head.iter().position(|t| t.text == "->");
        let types = arrow.map(|at| &function.head[at + 1..]).unwrap_or_default();
        self.named_type(types)
    }

    /// The first type in the tokens that says what a value is.
    fn named_type(&self, types: &[Token]) -> Receiver {
        let wrapped = ["Option", "Result", "Box", "Rc", "Arc", "RefCell", "Cell", "Mutex", "RwLock"];
        // What these guard is called as if it stood there itself.
        let guards =
            ["MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "Ref", "RefMut", "Cow", "LazyLock", "OnceLock", "Pin", "ManuallyDrop"];
        let mut named = types.iter().filter(|t| t.kind == TokenKind::Word && !matches!(t.text.as_str(), "mut" | "dyn" | "impl" | "std"));
        let Some(first) = named.find(|t| t.text.starts_with(char::is_uppercase)) else {
            return if types.is_empty() { Receiver::Unknown } else { Receiver::OfTheLanguage };
        };
        if self.starter_definitions.iter().any(|d| d.name == first.text) {
            return Receiver::Is(first.text.clone());
        }
        if wrapped.contains(&first.text.as_str()) || guards.contains(&first.text.as_str()) || first.text == "Self" || first.text.len() == 1
        {
            return Receiver::Unknown;
        }
        Receiver::OfTheLanguage
    }

    fn type_of_variable(&self, code: &Code, name: &str, depth: u8) -> Receiver {
        // A parameter: `x: &mut Stack`.
        let parameter = code.head.iter().position(|t| t.text == name && t.binds);
        if let Some(at) = parameter.filter(|at| text_at(&code.head, at + 1) == ":") {
            let end = (at..code.head.len()).find(|i| matches!(code.head[*i].text.as_str(), "," | ")")).unwrap_or(code.head.len());
            return self.named_type(&code.head[at + 2..end]);
        }
        let tokens = &code.body;
        let Some(at) = tokens.iter().position(|t| t.text == name && t.binds) else { return Receiver::Unknown };
        if !matches!(at.checked_sub(1).map_or("", |b| tokens[b].text.as_str()), "let" | "mut") {
            return Receiver::Unknown;
        }
        let end = end_of_statement(tokens, at);
        match text_at(tokens, at + 1) {
            ":" => {
                let types_end = (at..end).find(|i| tokens[*i].text == "=").unwrap_or(end);
                self.named_type(&tokens[at + 2..types_end])
            }
            "=" => self.type_of(code, at + 2..end, depth - 1),
            _ => Receiver::Unknown,
        }
    }
}

/// The library has methods of this name.
pub fn is_common(name: &str) -> bool {
    has_word(COMMON, name)
}

/// A variable of that name that is called itself.
fn is_closure(code: &Code, name: &str) -> bool {
    let parameter = code.head.iter().any(|t| t.binds && t.text == name);
    let bound = code.body.iter().position(|t| t.binds && t.text == name);
    parameter || bound.is_some_and(|at| text_at(&code.body, at + 1) == "=" && matches!(text_at(&code.body, at + 2), "|" | "||" | "move"))
}

enum Receiver {
    /// A type by its name.
    Is(String),
    /// Something that is no type of the exercise.
    OfTheLanguage,
    Unknown,
}
