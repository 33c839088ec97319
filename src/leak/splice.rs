//! Code from a hint put where the learner would put it: as the body of a stub, in the place of the stub's mark, or as the change that a diff describes. Makes
//! files; runs nothing.

use std::collections::HashSet;

use super::pieces::Change;
use crate::exercise::TextFile;
use crate::language::Language;
use crate::syntax::{Call, End, Head, Snippet, Syntax};

/// One way to use the code of a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub how: How,
    /// It leaks only if all tests of the unit turn green, not with the first of them.
    pub whole_unit: bool,
    /// The stubs that it defines by their own name.
    pub defines: Vec<String>,
    /// It changes what the learner has written; as long as something is left to be done it is no answer.
    pub is_edit: bool,
    /// Made from what the text says rather than shown in it: worth a try, and harmless while nobody has tried.
    pub is_guess: bool,
}

impl Attempt {
    pub fn new(how: How, whole_unit: bool) -> Attempt {
        Attempt { how, whole_unit, defines: Vec::new(), is_edit: false, is_guess: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    Bodies {
        bodies: Vec<Body>,
        beside: String,
    },
    Changes(Vec<Change>),
    /// Stubs by their names, each with another definition.
    Items(Vec<(String, String)>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    pub stub: String,
    pub text: String,
    /// Names that the code has for the parameters of the stub: each with the parameter's place.
    pub names: Vec<(String, usize)>,
    /// Between what the learner has written, where the mark of the stub is.
    pub at_mark: bool,
}

/// What the two languages write differently.
pub struct Dialect {
    pub syntax: &'static dyn Syntax,
    pub is_c: bool,
}

impl Dialect {
    pub fn of(language: &'static Language) -> Option<Dialect> {
        // C is the one of the two that ends an answer with a word.
        language.syntax().map(|syntax| Dialect { syntax, is_c: language.fence == "c" })
    }

    /// Statements or an expression as a body for a function with this head, with the names it uses for what it does not know. `own` are names that it says
    /// itself to have for the parameters.
    pub fn body(&self, code: &str, head: &Head, known: &HashSet<String>, own: &[String]) -> Vec<(String, Vec<(String, usize)>)> {
        let Some((mut code, mut snippet)) = self.readable(code) else { return Vec::new() };
        let unknown: Vec<String> = snippet.free.iter().filter(|n| !self.is_known(n, head, known)).cloned().collect();
        let said = super::tokens::texts(&code, true).into_iter().map(str::to_owned).collect::<HashSet<_>>();
        let unused: Vec<usize> = (0..head.params.len()).filter(|i| !said.contains(&head.params[*i])).collect();
        let mut names = vec![Vec::new()];
        if !unknown.is_empty() && unknown.iter().all(|n| snippet.assigned.contains(n)) {
            for name in &unknown {
                code = self.declared(&code, name);
            }
            snippet = self.syntax.snippet(&code);
        } else if !unknown.is_empty() {
            if unknown.len() > unused.len() {
                return Vec::new();
            }
            let pairs = |of: &[String]| of.iter().cloned().zip(unused.iter().copied()).collect::<Vec<_>>();
            names = vec![pairs(&unknown)];
            if unknown.len() > 1 {
                names.push(pairs(&unknown.iter().rev().cloned().collect::<Vec<_>>()));
            }
        }
        // What looks at no parameter says the same to everybody: that is a value, not an answer.
        let looks = said.contains("self") || unused.len() < head.params.len() || names.iter().any(|n| !n.is_empty());
        if !looks && snippet.callable.is_none() && !head.params.is_empty() && !own.iter().any(|p| said.contains(p)) {
            return Vec::new();
        }
        let text = self.ended(&code, &snippet, head);
        let mut found: Vec<(String, Vec<(String, usize)>)> = names.into_iter().map(|names| (text.clone(), names)).collect();
        // A name that another function has is no name here yet.
        let local = |n: &&String| !head.params.contains(n) && n.starts_with(char::is_lowercase);
        let given: Vec<&String> = snippet.assigned.iter().filter(local).collect();
        if !given.is_empty() {
            let code = given.iter().fold(code.clone(), |code, name| self.declared(&code, name));
            let snippet = self.syntax.snippet(&code);
            if !snippet.has_error {
                found.push((self.ended(&code, &snippet, head), found[0].1.clone()));
            }
        }
        found
    }

    pub fn is_readable(&self, code: &str) -> bool {
        self.readable(code).is_some()
    }

    fn readable(&self, code: &str) -> Option<(String, Snippet)> {
        let code = code.trim();
        let tries = [code.to_owned(), format!("{code};"), format!("{code}\n}}"), code.trim_end_matches(['.', ',', ':']).to_owned()];
        tries.into_iter().map(|t| (self.syntax.snippet(&t), t)).find(|(s, _)| !s.has_error).map(|(s, t)| (t, s))
    }

    fn is_known(&self, name: &str, head: &Head, known: &HashSet<String>) -> bool {
        const ALWAYS: [&str; 10] = ["self", "Self", "None", "Some", "Ok", "Err", "NULL", "stdout", "stderr", "errno"];
        let constant = name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit());
        known.contains(name) || head.params.iter().any(|p| p == name) || ALWAYS.contains(&name) || (self.is_c && constant)
    }

    /// The first `name = …` as the place where the name is made.
    fn declared(&self, code: &str, name: &str) -> String {
        let make = if self.is_c { "__auto_type " } else { "let mut " };
        let all = super::tokens::tokens(code, true);
        let first = all.windows(2).find(|w| w[0].text == name && w[1].text == "=").map(|w| w[0].at);
        first.map_or(code.to_owned(), |at| format!("{}{make}{}", &code[..at], &code[at..]))
    }

    /// With a value at its end, if the function has to hand one back.
    fn ended(&self, code: &str, snippet: &Snippet, head: &Head) -> String {
        if !head.returns {
            return code.to_owned();
        }
        let answer = |name: &str| if self.is_c { format!("{code}\nreturn {name};") } else { format!("{code}\n{name}") };
        let is_made_last = snippet.end != End::Returns && (snippet.end != End::Value || snippet.last_at == 0);
        if let Some((name, _, kind)) = snippet.callable.as_ref().filter(|(_, count, _)| is_made_last && *count == head.params.len()) {
            let mark = if *kind == Call::Macro { "!" } else { "" };
            return answer(&format!("{name}{mark}({})", head.params.join(", ")));
        }
        match &snippet.end {
            End::Value if self.is_c => match code.split_at_checked(snippet.last_at) {
                Some((before, last)) => format!("{before}return {last}"),
                None => code.to_owned(),
            },
            End::Value | End::Returns => code.to_owned(),
            End::Binding(name) => answer(name),
            End::Open => match &snippet.collects_in {
                Some(name) => answer(name),
                // A part of an answer may settle a part of the tests.
                None if self.is_c => format!("{code}\n__builtin_trap();"),
                None => format!("{code}\n#[allow(unreachable_code)] {{ todo!() }}"),
            },
        }
    }

    fn renamed(&self, names: &[(String, usize)], head: &Head) -> String {
        let pairs: Vec<(&str, &str)> = names
            .iter()
            .filter_map(|(name, at)| Some((name.as_str(), head.params.get(*at)?.as_str())))
            .filter(|(name, param)| name != param)
            .collect();
        if pairs.is_empty() {
            return String::new();
        }
        if self.is_c {
            // In two steps, since a name may be that of another parameter.
            let first = pairs.iter().enumerate().map(|(i, (_, param))| format!("__auto_type given_{i} = {param}; ")).collect::<String>();
            let second = pairs.iter().enumerate().map(|(i, (name, _))| format!("__auto_type {name} = given_{i}; ")).collect::<String>();
            return format!("{first}{{ {second}");
        }
        let (left, right): (Vec<String>, Vec<&str>) = pairs.iter().map(|(name, param)| (format!("mut {name}"), *param)).unzip();
        format!("#[allow(unused_mut)] let ({},) = ({},);\n", left.join(", "), right.join(", "))
    }
}

/// The files with the code of an attempt in them; nothing where it has no place.
pub fn spliced(files: &[TextFile], attempt: &Attempt, dialect: &Dialect) -> Option<Vec<TextFile>> {
    match &attempt.how {
        How::Changes(changes) => changed(files, changes),
        How::Items(items) => {
            let mut files = files.to_vec();
            for (stub, item) in items {
                let (at, head) = find(&files, stub, dialect)?;
                files[at].content.replace_range(head.item, item);
            }
            Some(files)
        }
        How::Bodies { bodies, beside } => {
            let mut files = files.to_vec();
            for body in bodies {
                let (at, head) = find(&files, &body.stub, dialect)?;
                let content = &mut files[at].content;
                let names = dialect.renamed(&body.names, &head);
                let close = if dialect.is_c && !names.is_empty() { " }" } else { "" };
                let inner = format!("{names}{}{close}", body.text);
                let (range, text) = match head.mark.clone().filter(|_| body.at_mark) {
                    Some(mark) => (mark, inner),
                    None if body.at_mark => return None,
                    None => (head.body.clone(), format!("{{\n{inner}\n}}")),
                };
                content.replace_range(range, &text);
                if dialect.is_c && !beside.is_empty() {
                    content.insert_str(head.item.start, &format!("{beside}\n"));
                } else if !beside.is_empty() {
                    content.push_str(&format!("\n{beside}\n"));
                }
            }
            Some(files)
        }
    }
}

/// The function of this name that is a stub of the exercise, in the learner's files.
pub fn find(files: &[TextFile], stub: &str, dialect: &Dialect) -> Option<(usize, Head)> {
    let found = |file: &TextFile| dialect.syntax.heads(&file.content).into_iter().find(|h| h.name == stub);
    files.iter().enumerate().find_map(|(at, file)| Some((at, found(file)?)))
}

/// The whole function of this name, also where something in it does not parse.
pub fn item(files: &[TextFile], stub: &str, dialect: &Dialect) -> Option<String> {
    if let Some((at, head)) = find(files, stub, dialect) {
        return Some(files[at].content[head.item].to_owned());
    }
    files.iter().find_map(|file| {
        let outline = dialect.syntax.outline(&file.content);
        let body = outline.functions.into_iter().find(|f| f.name == stub)?.body?;
        let name = file.content[..body.start].rfind(stub)?;
        let start = file.content[..name].rfind('\n').map_or(0, |at| at + 1);
        Some(file.content[start..body.end].trim_start().to_owned())
    })
}

fn changed(files: &[TextFile], changes: &[Change]) -> Option<Vec<TextFile>> {
    let mut files = files.to_vec();
    for change in changes {
        let done = files.iter_mut().any(|file| {
            let lines: Vec<&str> = file.content.lines().collect();
            let same = |window: &[&str]| window.iter().zip(&change.old).all(|(a, b)| a.trim() == b.trim());
            let Some(at) = lines.windows(change.old.len()).position(same) else { return false };
            let new = change.new.iter().map(String::as_str);
            let all: Vec<&str> = lines[..at].iter().copied().chain(new).chain(lines[at + change.old.len()..].iter().copied()).collect();
            let text = all.join("\n") + "\n";
            file.content = text;
            true
        });
        if !done {
            return None;
        }
    }
    Some(files)
}
