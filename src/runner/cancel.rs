//! The wish to stop, as a flag that a signal handler may set. Owns the process's handlers for SIGINT, SIGTERM and SIGHUP; it ends nothing itself.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// Exit code of a process that was interrupted, as shells count it for SIGINT.
const INTERRUPTED: i32 = 130;

/// Clones share one flag, which once set stays set.
#[derive(Debug, Clone)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Set by the first SIGINT, SIGTERM or SIGHUP. A second one exits at once with 130, for the case that something does not heed the flag.
    pub fn on_interrupt() -> io::Result<Self> {
        // Handlers are never removed and pile up, so there is one set of them however often this is called.
        static INSTALLED: Mutex<Option<Cancel>> = Mutex::new(None);
        let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cancel) = &*installed {
            return Ok(cancel.clone());
        }
        let cancel = Self::never();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // In this order: the first signal finds the flag unset and passes the exit, then sets it.
            flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&cancel.0))?;
            flag::register(signal, Arc::clone(&cancel.0))?;
        }
        *installed = Some(cancel.clone());
        Ok(cancel)
    }

    /// Not tied to any signal.
    pub fn never() -> Self {
        Self(Arc::new(AtomicBool::new(false)))
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;
    use crate::runner::ONE_RUN;

    #[test]
    fn clones_share_the_flag_and_others_do_not() {
        let (one, other) = (Cancel::never(), Cancel::never());
        let clone = one.clone();
        clone.set();
        assert!(one.is_set());
        assert!(!other.is_set());
    }

    /// Signals concern a whole process, so this test starts itself as a second one and plays the part there.
    #[test]
    fn the_first_signal_sets_the_flag_and_the_second_exits() {
        const PART: &str = "ETUDE_TEST_SIGNAL_PART";
        if std::env::var_os(PART).is_some() {
            let (cancel, again) = (Cancel::on_interrupt().unwrap(), Cancel::on_interrupt().unwrap());
            assert!(!cancel.is_set());
            signal_hook::low_level::raise(SIGHUP).unwrap();
            assert!(cancel.is_set() && again.is_set());
            signal_hook::low_level::raise(SIGINT).unwrap();
            unreachable!("the second signal exits");
        }
        // No run may be under way: it would take the process for its own.
        let _turn = ONE_RUN.write().unwrap_or_else(PoisonError::into_inner);
        let (_, module) = module_path!().split_once("::").unwrap();
        let name = format!("{module}::the_first_signal_sets_the_flag_and_the_second_exits");
        let mut itself = Command::new(std::env::current_exe().unwrap());
        let status = itself.args(["--exact", &name]).env(PART, "1").stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(INTERRUPTED));
    }
}
