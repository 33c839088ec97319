//! The smallest template that project files need: `{{name}}` is replaced, and a line with the name of a list is repeated for each of its items, with
//! `{{comma}}` for all but the last. No logic, no nesting.

use std::collections::BTreeMap;

#[derive(Debug, Clone, Default)]
pub struct Values {
    pub single: BTreeMap<&'static str, String>,
    pub lists: BTreeMap<&'static str, Vec<String>>,
}

pub fn fill(template: &str, values: &Values) -> String {
    let mut out = String::with_capacity(template.len());
    for line in template.split_inclusive('\n') {
        let list = values.lists.iter().find(|(name, _)| line.contains(&placeholder(name)));
        match list {
            Some((name, items)) => {
                for (at, item) in items.iter().enumerate() {
                    let comma = if at + 1 < items.len() { "," } else { "" };
                    out.push_str(&singles(&line.replace(&placeholder(name), item).replace("{{comma}}", comma), values));
                }
            }
            None => out.push_str(&singles(line, values)),
        }
    }
    out
}

fn singles(line: &str, values: &Values) -> String {
    if !line.contains("{{") {
        return line.to_owned();
    }
    values.single.iter().fold(line.to_owned(), |line, (name, value)| line.replace(&placeholder(name), value))
}

fn placeholder(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_repeat_their_line_and_know_the_last() {
        let values = Values { single: [("title", "T".to_owned())].into(), lists: [("item", vec!["a".to_owned(), "b".to_owned()])].into() };
        assert_eq!(fill("# {{title}}\n{{item}}{{comma}}\nend\n", &values), "# T\na,\nb\nend\n");
        assert_eq!(fill("{{item}};\n", &Values { lists: [("item", vec![])].into(), ..Values::default() }), "");
    }
}
