//! Landlock: the kernel's own rules about files, ports, signals and abstract sockets, which hold for this process and all that come from it. They say the same
//! as the file tree and the namespaces do, so that either can be missing.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use super::Layer;
use super::last::Inside;

/// The newest that is known here; an older kernel enforces what it can.
const KNOWN: ABI = ABI::V6;

pub(super) fn apply(inside: &Inside) -> Result<(), String> {
    let status = enforce(inside).map_err(|error| error.to_string())?;
    if status == RulesetStatus::NotEnforced { Err("this kernel has none, or it is switched off".to_owned()) } else { Ok(()) }
}

fn enforce(inside: &Inside) -> Result<RulesetStatus, RulesetError> {
    let sandbox = inside.sandbox;
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort).handle_access(AccessFs::from_all(KNOWN))?;
    // Ports are numbers only: in a network of one's own all of them are harmless.
    if !(sandbox.loopback && inside.has(Layer::Net)) {
        rules = rules.handle_access(AccessNet::from_all(KNOWN))?;
    }
    let mut rules = rules.scope(Scope::from_all(KNOWN))?.create()?;
    let (look, change) = (AccessFs::from_read(KNOWN), AccessFs::from_all(KNOWN));
    let use_device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    for path in &sandbox.reads {
        rules = allow(rules, path, look)?;
    }
    for path in sandbox.writes.iter().map(AsRef::as_ref).chain([inside.tmp()]) {
        rules = allow(rules, path, change)?;
    }
    for name in ["null", "zero", "full", "random", "urandom"] {
        rules = allow(rules, &Path::new("/dev").join(name), use_device)?;
    }
    rules = allow(rules, Path::new("/proc"), look)?;
    if inside.moved {
        rules = allow(rules, Path::new("/dev/shm"), change)?;
        // Listing the root shows folders only; everything in them has its own rule.
        rules = allow(rules, Path::new("/"), AccessFs::ReadDir.into())?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// What is not there needs no rule.
fn allow(rules: RulesetCreated, path: &Path, access: BitFlags<AccessFs>) -> Result<RulesetCreated, RulesetError> {
    let Ok(place) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(KNOWN) };
    rules.add_rule(PathBeneath::new(place, access))
}
