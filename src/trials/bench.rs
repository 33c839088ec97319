//! The folders in which an exercise is tried and who works in them next. Owns how many jobs go on at once, whatever number of rules have some: a rule that waits
//! for its last job leaves the other folders to the next rule. The first trouble ends all work, since it is the machine's and not the exercise's.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Ground;
use super::scratch::Scratch;
use crate::error::Error;
use crate::runner::Cancel;
use crate::testrun::Limits;

/// A place in the queue for the folders. Many rules hold one each.
pub struct Bench<'a> {
    shop: Arc<Shop<'a>>,
    /// Of those who wait, the smallest goes first.
    turn: usize,
}

struct Shop<'a> {
    limits: Limits,
    cancel: &'a Cancel,
    width: usize,
    state: Mutex<State<'a>>,
    given_back: Condvar,
}

struct State<'a> {
    free: Vec<Scratch<'a>>,
    /// The turns of those who wait.
    waiting: Vec<usize>,
    stopped: bool,
}

impl<'a> Shop<'a> {
    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self) {
        self.state().stopped = true;
        self.given_back.notify_all();
    }
}

/// A folder, until it is dropped.
struct Lent<'s, 'a> {
    shop: &'s Shop<'a>,
    scratch: Option<Scratch<'a>>,
}

impl Drop for Lent<'_, '_> {
    fn drop(&mut self) {
        self.shop.state().free.extend(self.scratch.take());
        self.shop.given_back.notify_all();
    }
}

impl<'a> Bench<'a> {
    pub fn new(ground: &'a Ground, limits: Limits, workers: usize, cancel: &'a Cancel) -> Result<Bench<'a>, Error> {
        let width = workers.max(1);
        let free = (0..width).map(|_| Scratch::new(ground, limits, cancel)).collect::<Result<_, _>>()?;
        let state = Mutex::new(State { free, waiting: Vec::new(), stopped: false });
        Ok(Bench { shop: Arc::new(Shop { limits, cancel, width, state, given_back: Condvar::new() }), turn: 0 })
    }

    /// The same folders for somebody else.
    pub fn in_turn(&self, turn: usize) -> Bench<'a> {
        Bench { shop: Arc::clone(&self.shop), turn }
    }

    /// Does all jobs, as many at once as there are folders free. The answers come in the order of the jobs, whichever was ready first.
    pub fn each<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        work: impl Fn(&mut Scratch<'a>, &J) -> Result<R, Error> + Sync,
    ) -> Result<Vec<R>, Error> {
        let next = AtomicUsize::new(0);
        let done: Vec<Mutex<Option<Result<R, Error>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
        let labour = || {
            while let Some((at, job)) = Some(next.fetch_add(1, Ordering::SeqCst)).and_then(|at| Some((at, jobs.get(at)?))) {
                let result = self.one(|scratch| work(scratch, job));
                *done[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.width().min(jobs.len()) {
                scope.spawn(labour);
            }
            labour();
        });
        let slots = done.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        all(slots.flatten())
    }

    /// One job.
    pub fn one<R>(&self, work: impl FnOnce(&mut Scratch<'a>) -> Result<R, Error>) -> Result<R, Error> {
        let Some(mut lent) = self.take() else { return Err(Error::Interrupted) };
        let Some(scratch) = lent.scratch.as_mut() else { return Err(Error::Interrupted) };
        let result = work(scratch);
        if result.is_err() {
            self.shop.stop();
        }
        result
    }

    /// Waits for a folder; none comes after a trouble.
    fn take(&self) -> Option<Lent<'_, 'a>> {
        let mut state = self.shop.state();
        state.waiting.push(self.turn);
        loop {
            let is_next = state.waiting.iter().min() == Some(&self.turn);
            let scratch = if is_next && !state.stopped { state.free.pop() } else { None };
            if scratch.is_some() || state.stopped {
                let own = state.waiting.iter().position(|turn| *turn == self.turn);
                own.map(|at| state.waiting.swap_remove(at));
                self.shop.given_back.notify_all();
                return scratch.map(|scratch| Lent { shop: &self.shop, scratch: Some(scratch) });
            }
            state = self.shop.given_back.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub fn limits(&self) -> Limits {
        self.shop.limits
    }

    pub fn cancel(&self) -> &'a Cancel {
        self.shop.cancel
    }

    /// How many jobs are done at once.
    pub fn width(&self) -> usize {
        self.shop.width
    }
}

/// A rule that was stopped by the trouble of another only says that it was; the trouble itself is what counts.
pub fn worse(before: Option<Error>, now: Error) -> Option<Error> {
    Some(before.filter(|e| !matches!(e, Error::Interrupted)).unwrap_or(now))
}

/// All answers, or the trouble.
fn all<R>(results: impl Iterator<Item = Result<R, Error>>) -> Result<Vec<R>, Error> {
    let (mut answers, mut trouble) = (Vec::new(), None);
    for result in results {
        match result {
            Ok(answer) => answers.push(answer),
            Err(error) => trouble = worse(trouble, error),
        }
    }
    trouble.map_or(Ok(answers), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testrun::TestRunError;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn with_bench(workers: usize, test: impl FnOnce(Bench)) {
        let pack = crate::pack::Bank::Embedded.load("rust", "S100").expect("the pack");
        let ground = crate::proof::Subject::of_pack(&pack).expect("an exercise").ground();
        let cancel = Cancel::never();
        test(Bench::new(&ground, Limits::default(), workers, &cancel).expect("folders"));
    }

    #[test]
    fn answers_come_in_the_order_of_the_jobs() {
        with_bench(2, |bench| {
            let slow = |n: &u64| {
                std::thread::sleep(Duration::from_millis(20 / n));
                Ok(*n)
            };
            assert_eq!(bench.each(&[1, 2, 20], |_, n| slow(n)).expect("answers"), [1, 2, 20]);
        });
    }

    #[test]
    fn of_two_who_wait_the_one_whose_turn_is_first_gets_the_folder() {
        with_bench(1, |bench| {
            let (first, later) = (bench.in_turn(1), bench.in_turn(5));
            let (went, seen) = channel();
            std::thread::scope(|scope| {
                let waiting = |count: usize| while bench.shop.state().waiting.len() < count {};
                bench
                    .one(|_| {
                        let (one, other) = (went.clone(), went.clone());
                        scope.spawn(move || later.one(|_| Ok(other.send(5))));
                        waiting(1);
                        scope.spawn(move || first.one(|_| Ok(one.send(1))));
                        waiting(2);
                        Ok(())
                    })
                    .expect("a folder");
            });
            drop(went);
            assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 5]);
        });
    }

    #[test]
    fn a_trouble_ends_the_work_of_all_and_is_the_one_that_is_told() {
        with_bench(2, |bench| {
            let failing = |_: &mut Scratch, n: &usize| match n {
                1 => Err(TestRunError::NoParser("x".to_owned()).into()),
                _ => Ok(()),
            };
            let told = bench.each(&[0, 1, 2, 3, 4, 5, 6, 7], failing).expect_err("trouble");
            assert!(matches!(told, Error::TestRun(_)), "{told}");
            assert!(matches!(bench.in_turn(3).one(|_| Ok(())), Err(Error::Interrupted)));
        });
    }
}
