//! Slips in `sizeof`, and how large the types of a C file are, as far as its declarations say.

use tree_sitter::Node;

use super::c::{C, is_pointer};
use super::c_slips::ALLOCATORS;
use super::code::named;
use super::{Kind, Rank};
use crate::syntax::tree::text;

/// `sizeof *p` as `sizeof p`, `sizeof(struct x)` as that of a pointer to it, where the sizes differ; more memory than needed is not noticed.
pub fn size<'a>(c: &mut C<'a>, node: Node<'a>, path: &[Node<'a>]) {
    let size = size_of(c, node);
    let asked = path.iter().any(|p| p.child_by_field_name("function").is_some_and(|f| ALLOCATORS.contains(&c.drafts.text(f))))
        || node.parent().is_some_and(|p| is_allocation(c, p));
    // Of a type that is not known, a pointer may be the larger one.
    let differs = if asked { size.is_some_and(|size| size > 8) } else { size.is_none_or(|size| size != 8) };
    let shown = node.parent().filter(|p| p.kind() == "binary_expression").unwrap_or(node);
    if !differs {
        return;
    }
    if let Some(of_type) = node.child_by_field_name("type") {
        let new = format!("sizeof({} *)", c.drafts.text(of_type));
        c.drafts.put(node, new, shown, Kind::Sizeof, Rank::Best);
    } else if let Some(value) = node.child_by_field_name("value") {
        let inner = if value.kind() == "parenthesized_expression" { named(value).first().copied().unwrap_or(value) } else { value };
        if let Some(pointer) = inner.child_by_field_name("argument").filter(|_| inner.kind() == "pointer_expression") {
            c.drafts.put(inner, c.drafts.text(pointer), shown, Kind::Sizeof, Rank::Best);
        }
    }
}

fn is_allocation(c: &C<'_>, node: Node<'_>) -> bool {
    let mut up = Some(node);
    while let Some(node) = up {
        if let Some(function) = node.child_by_field_name("function") {
            return ALLOCATORS.contains(&text(function, c.drafts.source));
        }
        up = node.parent().filter(|p| !p.kind().ends_with("statement"));
    }
    false
}

/// How many bytes a type has here, as far as that is the same on every machine that has 64 bits; none where it is not known.
pub fn size_of<'a>(c: &C<'a>, node: Node<'a>) -> Option<usize> {
    let of_type = match node.child_by_field_name("type") {
        Some(of_type) => text(of_type, c.drafts.source).to_owned(),
        None => {
            let value = node.child_by_field_name("value")?;
            let inner = if value.kind() == "parenthesized_expression" { *named(value).first()? } else { value };
            let (pointed, by_star) = match inner.kind() {
                "pointer_expression" | "subscript_expression" => (inner.child_by_field_name("argument")?, true),
                _ => (inner, false),
            };
            let declared = c.type_of(pointed)?;
            if by_star { declared.strip_suffix('*')?.trim().to_owned() } else { return None }
        }
    };
    bytes(c, &of_type, 4)
}

pub fn bytes(c: &C<'_>, of_type: &str, depth: usize) -> Option<usize> {
    let of_type = of_type.replace("const ", "");
    let of_type = of_type.trim();
    if let Some((element, places)) = of_type.strip_suffix(']').and_then(|t| t.split_once('[')).filter(|_| !of_type.contains('*')) {
        let places = c.known.constant(places.trim()).map_or(places, |constant| constant.value.as_str());
        return Some(places.trim().parse::<usize>().ok()? * bytes(c, element, depth.checked_sub(1)?)?);
    }
    if is_pointer(of_type) {
        return Some(8);
    }
    if let Some(named) = c.known.aliases.get(of_type).filter(|named| *named != of_type) {
        return bytes(c, named, depth.checked_sub(1)?);
    }
    Some(match of_type {
        "char" | "bool" | "_Bool" | "unsigned char" | "signed char" | "uint8_t" | "int8_t" => 1,
        "short" | "unsigned short" | "int16_t" | "uint16_t" => 2,
        "int" | "unsigned" | "unsigned int" | "float" | "int32_t" | "uint32_t" | "pid_t" | "uid_t" | "gid_t" | "mode_t" => 4,
        _ if of_type.starts_with("enum ") => 4,
        "long" | "unsigned long" | "double" | "size_t" | "ptrdiff_t" | "int64_t" | "uint64_t" | "long long" | "unsigned long long" => 8,
        "ssize_t" | "off_t" | "time_t" | "pthread_t" | "intptr_t" | "uintptr_t" => 8,
        _ => {
            let fields = c.known.structs.get(of_type.trim_start_matches("struct ").trim())?;
            let depth = depth.checked_sub(1)?;
            let sizes = fields.iter().map(|(_, t)| bytes(c, t, depth)).collect::<Option<Vec<_>>>()?;
            let widest = sizes.iter().copied().max()?.clamp(1, 8);
            let sum = sizes.iter().fold(0usize, |sum, size| sum.next_multiple_of((*size).clamp(1, 8)) + size);
            sum.next_multiple_of(widest)
        }
    })
}
