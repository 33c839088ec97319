//! Runs on a single core: what this thread starts while the value lives has to share that core. Owns the thread's set of cores, and gives it back.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// While it lives, programs that this thread starts share one core. Where the system has no such setting nothing changes.
pub struct OneCore {
    #[cfg(target_os = "linux")]
    before: Option<CpuSet>,
}

impl OneCore {
    #[cfg(target_os = "linux")]
    pub fn enter() -> OneCore {
        let before = sched_getaffinity(None).ok();
        let first = before.and_then(|set| (0..CpuSet::MAX_CPU).find(|cpu| set.is_set(*cpu)));
        let mut one = CpuSet::new();
        if let Some(cpu) = first {
            one.set(cpu);
            let _ = sched_setaffinity(None, &one);
        }
        OneCore { before }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn enter() -> OneCore {
        OneCore {}
    }
}

impl Drop for OneCore {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        if let Some(before) = &self.before {
            let _ = sched_setaffinity(None, before);
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_thread_has_one_core_and_then_all_of_its_own_again() {
        let count = || sched_getaffinity(None).expect("a set").count();
        let before = count();
        let one = OneCore::enter();
        assert_eq!(count(), 1);
        drop(one);
        assert_eq!(count(), before);
    }
}
