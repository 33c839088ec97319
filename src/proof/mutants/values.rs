//! Values that need no thought: the default of a type, and the numbers beside a number. Owns what can be said of a type from its name and its declaration; a
//! value that does not fit does not compile, and then it does not count.

use std::collections::BTreeMap;

use crate::proof::code::Code;
use crate::syntax::Dialect;
use crate::syntax::tree::{self, named, normalised, text};

/// Types are followed this deep.
const DEPTH: usize = 4;

/// The types that the files declare.
pub struct Values {
    dialect: Dialect,
    /// The fields of a struct with their types; those of a tuple struct have numbers.
    structs: BTreeMap<String, Vec<(String, String)>>,
    /// The first variant of an enum that carries nothing.
    enums: BTreeMap<String, String>,
}

impl Values {
    pub fn read(code: &Code) -> Values {
        let mut values = Values { dialect: code.syntax.dialect(), structs: BTreeMap::new(), enums: BTreeMap::new() };
        for parsed in &code.files {
            let source = parsed.file.content.as_str();
            let Some(tree) = &parsed.tree else { continue };
            tree::walk(tree, |node, _| {
                let part = |name: &str| node.child_by_field_name(name);
                let Some(name) = part("name").map(|n| text(n, source).to_owned()) else { return };
                match node.kind() {
                    "struct_item" => {
                        let fields = part("body").map(named).unwrap_or_default();
                        let field = |(at, f): (usize, &tree_sitter::Node)| match f.child_by_field_name("type") {
                            Some(of_type) => {
                                let name = f.child_by_field_name("name").map_or_else(|| at.to_string(), |n| text(n, source).to_owned());
                                (name, normalised(text(of_type, source)))
                            }
                            None => (at.to_string(), normalised(text(*f, source))),
                        };
                        let fields = fields.iter().filter(|f| !matches!(f.kind(), "visibility_modifier" | "attribute_item")).enumerate();
                        values.structs.insert(name, fields.map(field).collect());
                    }
                    "enum_item" => {
                        let variants = part("body").map(named).unwrap_or_default();
                        let bare = variants.iter().find(|v| v.kind() == "enum_variant" && v.child_by_field_name("body").is_none());
                        let first = bare.and_then(|v| v.child_by_field_name("name")).map(|n| text(n, source));
                        values.enums.extend(first.map(|first| (name.clone(), format!("{name}::{first}"))));
                    }
                    _ => {}
                }
            });
        }
        values
    }

    /// The value of this type that says nothing; empty where nothing is returned.
    pub fn default(&self, of_type: &str, owner: Option<&str>) -> Option<String> {
        match self.dialect {
            Dialect::Rust => self.rust(of_type.trim(), owner, DEPTH),
            Dialect::C if of_type.is_empty() => Some(String::new()),
            Dialect::C if of_type.ends_with('*') => Some("0".to_owned()),
            Dialect::C if of_type.starts_with("struct ") => Some(format!("({of_type}){{0}}")),
            Dialect::C => Some("0".to_owned()),
        }
    }

    fn rust(&self, of_type: &str, owner: Option<&str>, depth: usize) -> Option<String> {
        let deeper = |inner: &str| self.rust(inner.trim(), owner, depth.checked_sub(1)?);
        let (head, inside) = of_type.split_once('<').map_or((of_type, None), |(head, rest)| (head, rest.strip_suffix('>')));
        let arguments = inside.map(split_types).unwrap_or_default();
        Some(match head.rsplit("::").next().unwrap_or(head) {
            "" | "()" => String::new(),
            "Option" => "None".to_owned(),
            "Result" => format!("Ok({})", deeper(arguments.first()?).map(|v| if v.is_empty() { "()".to_owned() } else { v })?),
            "Box" | "Rc" | "Arc" | "RefCell" | "Cell" | "Mutex" => format!("{head}::new({})", deeper(arguments.first()?)?),
            "&str" | "&'static str" => "\"\"".to_owned(),
            "Self" if owner != Some("Self") => self.rust(owner?, owner, depth.checked_sub(1)?)?,
            name if of_type.starts_with("&") && of_type.contains('[') && !name.contains("mut") => "&[]".to_owned(),
            _ if of_type.starts_with('&') => return None,
            _ if of_type.starts_with('(') => {
                let parts = split_types(of_type.strip_prefix('(')?.strip_suffix(')')?);
                format!("({},)", parts.iter().map(|part| deeper(part)).collect::<Option<Vec<_>>>()?.join(", "))
            }
            name if self.enums.contains_key(name) => self.enums[name].clone(),
            name => match self.structs.get(name) {
                Some(fields) => {
                    let all: Option<Vec<String>> = fields.iter().map(|(f, t)| Some(format!("{f}: {}", deeper(t)?))).collect();
                    format!("{name} {{ {} }}", all?.join(", "))
                }
                None => "Default::default()".to_owned(),
            },
        })
    }
}

/// `A, Vec<B, C>` as two types.
fn split_types(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0usize, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(list[from..].trim());
    found.retain(|t| !t.is_empty());
    found
}

/// A number with one more and with one less, written as it is.
pub fn neighbours(literal: &str) -> Vec<String> {
    let radix = match literal.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0b" | "0B") => 2,
        Some("0o") => 8,
        _ => 10,
    };
    let (prefix, rest) = if radix == 10 { ("", literal) } else { literal.split_at(2) };
    let is_part = |c: char| c == '_' || c.is_digit(radix) || (radix == 10 && c == '.');
    let (digits, suffix) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
    let plain = digits.replace('_', "");
    if radix == 10 && plain.contains('.') {
        let Ok(number) = plain.parse::<f64>() else { return Vec::new() };
        return [number + 1.0, number - 1.0].iter().map(|n| format!("{n:?}{suffix}")).collect();
    }
    let Ok(number) = u128::from_str_radix(&plain, radix) else { return Vec::new() };
    let written = |number: u128| match radix {
        16 => format!("{prefix}{number:x}{suffix}"),
        8 => format!("{prefix}{number:o}{suffix}"),
        2 => format!("{prefix}{number:b}{suffix}"),
        _ => format!("{number}{suffix}"),
    };
    number.checked_add(1).into_iter().chain(number.checked_sub(1)).map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_beside_a_number_are_written_as_it_is() {
        assert_eq!(neighbours("7"), ["8", "6"]);
        assert_eq!(neighbours("1_000u32"), ["1001u32", "999u32"]);
        assert_eq!(neighbours("0"), ["1"]);
        assert_eq!(neighbours("0x1fUL"), ["0x20UL", "0x1eUL"]);
        assert_eq!(neighbours("2.5"), ["3.5", "1.5"]);
        assert_eq!(neighbours("u128"), Vec::<String>::new());
    }

    #[test]
    fn a_default_value_is_made_from_the_type_and_its_declaration() {
        let source = "struct Bed { number: u32, dry: Option<bool>, litres: Litres }\nstruct Litres(u32);\nenum Soil { Sand(u32), Clay }\n";
        let files = [crate::exercise::TextFile { path: "src/lib.rs".to_owned(), content: source.to_owned() }];
        let language = crate::language::by_name("rust").expect("Rust");
        let values = Values::read(&Code::read(language, &files).expect("code"));
        let default = |of_type: &str| values.default(of_type, Some("Bed"));
        assert_eq!(default("Soil").as_deref(), Some("Soil::Clay"));
        let bed = "Bed { number: Default::default(), dry: None, litres: Litres { 0: Default::default() } }";
        assert_eq!(default("Self").as_deref(), Some(bed));
        assert_eq!(default("Result<(u32, Soil), String>").as_deref(), Some("Ok((Default::default(), Soil::Clay,))"));
        assert_eq!(default("").as_deref(), Some(""));
        assert_eq!(default("&[u32]").as_deref(), Some("&[]"));
        assert_eq!(default("&Bed"), None);
    }
}
