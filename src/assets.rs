//! The data that ships inside the program: languages, schemas, curriculum, bank. Read-only, and the only place that knows it is embedded.

use include_dir::{Dir, include_dir};

static ASSETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets");

pub fn text(path: &str) -> Option<&'static str> {
    ASSETS.get_file(path).and_then(|f| f.contents_utf8())
}

/// The names of the folders directly inside a folder, sorted.
pub fn folders(path: &str) -> Vec<&'static str> {
    let Some(dir) = ASSETS.get_dir(path) else { return Vec::new() };
    let mut names: Vec<&str> = dir.dirs().filter_map(|d| d.path().file_name().and_then(|n| n.to_str())).collect();
    names.sort_unstable();
    names
}

/// All files below a folder, with their paths relative to it, sorted.
pub fn files_below(path: &str) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let mut waiting: Vec<&'static Dir<'static>> = ASSETS.get_dir(path).into_iter().collect();
    while let Some(dir) = waiting.pop() {
        waiting.extend(dir.dirs());
        for file in dir.files() {
            let relative = file.path().strip_prefix(path).ok().and_then(|p| p.to_str()).map(|p| p.replace('\\', "/"));
            if let (Some(relative), Some(content)) = (relative, file.contents_utf8()) {
                found.push((relative, content));
            }
        }
    }
    found.sort();
    found
}
