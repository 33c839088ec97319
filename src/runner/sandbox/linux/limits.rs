//! What one process may use up, and the rights that nobody inside has. Limits that could not be set are not mentioned: each has a second that watches the same.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities, set_capabilities_secure_bits, set_no_new_privs,
};

use super::super::Bounds;

/// Open files of one process.
const FILES: u64 = 1024;

pub(super) fn apply(bounds: &Bounds, own_users: bool) {
    limit(Resource::Core, 0);
    limit(Resource::Cpu, bounds.cpu_seconds);
    limit(Resource::Fsize, bounds.file);
    limit(Resource::Nofile, FILES);
    limit(Resource::Msgqueue, 0);
    limit(Resource::Nice, 0);
    limit(Resource::Rtprio, 0);
    limit(Resource::Memlock, 64 * 1024);
    if bounds.data > 0 {
        limit(Resource::Data, bounds.data);
    }
    // Outside a user namespace of one's own, everything that the user runs anywhere would count.
    if own_users {
        limit(Resource::Nproc, bounds.processes);
    } else {
        limit(Resource::Nproc, bounds.processes + super::usage::tasks_of_this_user());
    }
}

fn limit(resource: Resource, at_most: u64) {
    let now = getrlimit(resource);
    let at_most = now.maximum.map_or(at_most, |hard| hard.min(at_most));
    let _ = setrlimit(resource, Rlimit { current: Some(at_most), maximum: Some(at_most) });
}

/// No capability, and no way to get one: not by being root, not by a program that has some.
pub(super) fn give_up_rights() {
    let _ = set_no_new_privs(true);
    let bits = CapabilitiesSecureBits::NO_ROOT
        | CapabilitiesSecureBits::NO_ROOT_LOCKED
        | CapabilitiesSecureBits::NO_SETUID_FIXUP
        | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED
        | CapabilitiesSecureBits::NO_CAP_AMBIENT_RAISE
        | CapabilitiesSecureBits::NO_CAP_AMBIENT_RAISE_LOCKED;
    let _ = set_capabilities_secure_bits(bits);
    for capability in CapabilitySet::all() {
        let _ = remove_capability_from_bounding_set(capability);
    }
    let _ = clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    let _ = set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none });
}
