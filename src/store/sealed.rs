//! The sealed part of an exercise, above all its reference solution, kept out of the workspace. Owns the file and its packing: compressed, so that
//! searching the home for a piece of code does not come across the solution. That is courtesy, not secrecy; what is inside is not its concern.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::atomic::{self, Keep};
use super::error::StoreError;
use super::{Store, check_id};

/// Name and version of the packing.
const MAGIC: &[u8] = b"etude-sealed-1\n";
const MAX_BYTES: u64 = 64 * 1024 * 1024;

impl Store {
    pub fn save_sealed(&self, id: &str, content: &[u8]) -> Result<(), StoreError> {
        check_id(id)?;
        let unstorable = |why: String| StoreError::Unstorable { what: format!("the sealed part of session {id:?}"), why };
        if content.len() as u64 > MAX_BYTES {
            return Err(unstorable(format!("it has {} bytes", content.len())));
        }
        let packed = pack(content).map_err(|e| unstorable(e.to_string()))?;
        atomic::write(&self.home().sealed_file(id), &packed, Keep::Surely)
    }

    pub fn load_sealed(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        check_id(id)?;
        let path = self.home().sealed_file(id);
        let packed = atomic::read(&path, MAX_BYTES + 1024 * 1024)?.ok_or_else(|| StoreError::damaged(&path, "it is missing"))?;
        unpack(&packed).map_err(|why| StoreError::damaged(&path, why))
    }
}

/// As a sealed file holds it.
pub(super) fn pack(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::default());
    encoder.write_all(content)?;
    let mut packed = encoder.finish()?;
    flip(&mut packed[MAGIC.len()..]);
    Ok(packed)
}

pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, String> {
    let mut packed = packed.strip_prefix(MAGIC).ok_or("it does not begin as a sealed file does")?.to_vec();
    flip(&mut packed);
    let mut content = Vec::new();
    ZlibDecoder::new(packed.as_slice()).take(MAX_BYTES + 1).read_to_end(&mut content).map_err(|e| e.to_string())?;
    if content.len() as u64 > MAX_BYTES { Err("it is larger than etude ever writes".to_owned()) } else { Ok(content) }
}

/// Compression stores a very short text as it is.
fn flip(bytes: &mut [u8]) {
    bytes.iter_mut().for_each(|byte| *byte = !*byte);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;
    use std::fs;

    #[test]
    fn what_is_sealed_comes_back_and_cannot_be_found_by_searching() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        let code = "pub fn total(parcels: &[u32]) -> u32 {\n    parcels.iter().sum()\n}\n";
        for content in [code.as_bytes(), "sum()".as_bytes(), &code.as_bytes().repeat(2000), b""] {
            store.save_sealed("s", content).unwrap();
            assert_eq!(store.load_sealed("s").unwrap(), content);
            let packed = fs::read(store.home().sealed_file("s")).unwrap();
            assert!(content.windows(5).all(|piece| !packed.windows(5).any(|stored| stored == piece)));
        }
    }

    #[test]
    fn damage_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        assert!(matches!(store.load_sealed("none"), Err(StoreError::Damaged { .. })));
        store.save_sealed("s", &b"fn main() {}".repeat(20)).unwrap();
        let path = store.home().sealed_file("s");
        let whole = fs::read(&path).unwrap();
        for broken in [&whole[..whole.len() - 3], &whole[3..], b"", b"etude-sealed-1\nnot zlib"] {
            fs::write(&path, broken).unwrap();
            assert!(matches!(store.load_sealed("s"), Err(StoreError::Damaged { .. })), "{broken:?}");
        }
    }
}
