//! How a value of one type is handed over where another is asked for, as far as the written types say. Owns what is written around it and how far-fetched that
//! is; names are not resolved, and what does not fit after all the compiler says.

/// How far-fetched it is, and what is written.
pub type Handed = (usize, String);

const RUST_NUMBERS: [&str; 14] = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];

pub fn is_rust_number(of_type: &str) -> bool {
    RUST_NUMBERS.contains(&of_type)
}

/// Types stand without blanks and lifetimes; `open` are names that stand for any type.
pub fn rust(value: &str, has: &str, wants: &str, open: &[String]) -> Option<Handed> {
    let bare = has.strip_prefix("&mut").or_else(|| has.strip_prefix('&')).unwrap_or(has);
    let of = |t: &str, begin: &str, end: &str| t.strip_prefix(begin).and_then(|t| t.strip_suffix(end)).map(str::to_owned);
    let item = of(bare, "Vec<", ">").or_else(|| of(bare, "[", "]").map(|t| t.split(';').next().unwrap_or_default().to_owned()));
    let is_copy = is_rust_number(bare) || matches!(bare, "bool" | "char");
    let said = match wants {
        _ if wants == has => return Some((0, value.to_owned())),
        _ if has.starts_with("&mut") && wants.strip_prefix('&') == Some(bare) => return Some((0, value.to_owned())),
        _ if is_rust_number(has) && is_rust_number(wants) => format!("{value} as {wants}"),
        _ if bare == wants && is_copy => format!("*{value}"),
        _ if bare == wants => format!("{value}.clone()"),
        _ if wants.strip_prefix('&') == Some(has) => format!("&{value}"),
        "&str" if bare == "String" => format!("&{value}[..]"),
        "String" if bare == "str" => format!("{value}.to_string()"),
        _ if item.is_some() && of(wants, "&[", "]") == item => format!("&{value}[..]"),
        _ if item.is_some() && of(wants, "Vec<", ">") == item => format!("{value}.to_vec()"),
        _ if item.is_some() && of(wants, "&Vec<", ">") == item => format!("&{value}.to_vec()"),
        _ if wants.starts_with("impl") || stands_for(has, wants, open) => return Some((2, value.to_owned())),
        _ => return None,
    };
    Some((1, said))
}

/// Whether a type with names for any type in it can be this one: what stands around the first of them is the same.
pub fn stands_for(has: &str, wants: &str, open: &[String]) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let around = |name: &String| {
        wants.match_indices(name.as_str()).map(|(at, _)| (&wants[..at], &wants[at + name.len()..])).find(|(before, after)| {
            let begins = *before == "&mut" || !is_part(before.chars().next_back());
            begins && !is_part(after.chars().next())
        })
    };
    let fits = |(before, after): (&str, &str)| has.len() > before.len() + after.len() && has.starts_with(before) && has.ends_with(after);
    open.iter().filter_map(around).any(fits)
}

pub fn c(value: &str, has: &str, wants: &str) -> Option<Handed> {
    let (from, to) = (c_plain(has), c_plain(wants));
    let said = match () {
        () if has == wants => return Some((0, value.to_owned())),
        () if from == to || (is_c_number(&from) && is_c_number(&to)) => value.to_owned(),
        () if from.ends_with('*') && to.ends_with('*') && [&from, &to].iter().any(|t| *t == "void*") => value.to_owned(),
        () if to.strip_suffix('*') == Some(&from) => format!("&{value}"),
        () if from.strip_suffix('*') == Some(&to) => format!("*{value}"),
        () => return None,
    };
    Some((1, said))
}

/// What is left of a type without `const`, with arrays as the pointers they arrive as.
pub fn c_plain(of_type: &str) -> String {
    let (base, size) = of_type.split_once('[').map_or((of_type, false), |(base, _)| (base, true));
    let plain = base.split("const").collect::<String>();
    if size { format!("{plain}*") } else { plain }
}

pub fn is_c_number(of_type: &str) -> bool {
    const WORDS: [&str; 10] = ["unsigned", "signed", "short", "long", "int", "char", "double", "float", "bool", "_Bool"];
    const BITS: [&str; 6] = ["8_t", "16_t", "32_t", "64_t", "ptr_t", "max_t"];
    if matches!(of_type, "size_t" | "ssize_t" | "ptrdiff_t") || (of_type.starts_with("enum") && !of_type.contains('*')) {
        return true;
    }
    if of_type.strip_prefix('u').unwrap_or(of_type).strip_prefix("int").is_some_and(|rest| BITS.contains(&rest)) {
        return true;
    }
    let mut rest = of_type;
    while let Some(shorter) = WORDS.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = shorter;
    }
    rest.is_empty() && !of_type.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_handed_over_as_its_type_allows() {
        let rust = |has, wants| rust("x", has, wants, &["T".to_owned()]).map(|(_, said)| said);
        assert_eq!(rust("u32", "u64").as_deref(), Some("x as u64"));
        assert_eq!(rust("&mutVec<u8>", "&[u8]").as_deref(), Some("&x[..]"));
        assert_eq!(rust("&str", "String").as_deref(), Some("x.to_string()"));
        assert_eq!(rust("&[u8]", "&[T]").as_deref(), Some("x"), "for any type");
        assert_eq!(rust("&[u8]", "&Tank"), None, "and not for one whose name begins so");
        let c = |has, wants| c("x", has, wants).map(|(_, said)| said);
        assert_eq!(c("uint32_t", "unsignedlong").as_deref(), Some("x"));
        assert_eq!(c("char[LINE_SIZE]", "constchar*").as_deref(), Some("x"));
        assert_eq!(c("structnode", "structnode*").as_deref(), Some("&x"));
        assert_eq!((c("interval", "int"), c("int*", "long*")), (None, None));
    }
}
