//! Gathering: what many requests want written at the same moment is written in one transaction.
//! What is written, and how several are written at once, stands with those who gather.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use rocket::futures::FutureExt;
use tokio::runtime;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::error::{Error, Result};

/// How many jobs may wait; whoever comes then is told to come again.
pub const WAITING: usize = 2_048;
/// The most jobs that are looked at together.
pub const TOGETHER: usize = 256;
/// The most work that is done at once, by [`Weigh::weight`], unless a single job is more.
const HEAVIEST: usize = 4_096;
/// A database that has not answered by then is treated as one that can't be reached. Postgres gives up a writer's
/// statement sooner by itself (`database`), so that it isn't done after all.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// A kind of work that is cheaper by the dozen.
pub trait Work: Send + 'static {
    /// One request's part.
    type Job: Weigh + Send + 'static;
    /// What that request is told.
    type Outcome: Send + 'static;

    /// The most jobs that are done at once.
    const MOST: usize = TOGETHER;

    /// Does these jobs in one transaction, and says of each, in their order, what came of it.
    ///
    /// What comes back as done is durable. An error means that nothing of any of them was done.
    fn together(&self, jobs: &[Self::Job]) -> impl Future<Output = Result<Vec<Self::Outcome>>>;
}

/// How much work a job is.
pub trait Weigh {
    /// The usual job is 1.
    fn weight(&self) -> usize {
        1
    }
}

/// Does one kind of work, on a thread and a runtime of its own, so that neither requests nor writes wait for
/// each other's turn on a processor.
///
/// It waits for no one: whatever came while the last transaction was written makes up the next. So a lone job is
/// done at once, and under load the transactions grow by themselves.
///
/// - A job is answered once its transaction is durable, and not before.
/// - Where a transaction fails, its jobs are done again one by one: a bad one fails alone.
/// - At most [`WAITING`] jobs wait. The next is refused at once, with nothing done.
/// - [`close`](Self::close) does all that wait, and then refuses. A dropped one does all that wait, too.
#[derive(Debug)]
pub struct GroupCommit<W: Work> {
    sender: mpsc::Sender<Letter<W>>,
}

enum Letter<W: Work> {
    Job(W::Job, Answer<W>),
    Close(oneshot::Sender<()>),
}

type Answer<W> = oneshot::Sender<Result<<W as Work>::Outcome>>;

impl<W: Work> GroupCommit<W> {
    /// Starts the thread. `open` is called on it, within its runtime, for what the work needs.
    ///
    /// # Errors
    /// A sentence for the operator, where the thread can't be had.
    pub fn start(
        name: &'static str,
        open: impl FnOnce() -> W + Send + 'static,
    ) -> Result<Self, String> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let requests = runtime::Handle::try_current().ok();
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|err| format!("The writer of {name} can't be started: {err}."))?;
        let run = move || {
            runtime.block_on(async {
                let work = open();
                let worker = Worker {
                    work,
                    receiver,
                    requests,
                };
                worker.run().await;
            });
        };
        std::thread::Builder::new()
            .name(name.into())
            .spawn(run)
            .map_err(|err| format!("The writer of {name} can't be started: {err}."))?;
        Ok(Self { sender })
    }

    /// Has a job done. A request that is given up meanwhile does not take its job back.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where too many wait, after [`close`](Self::close), and where the database can't be
    /// reached; whatever else the work itself fails with.
    pub async fn submit(&self, job: W::Job) -> Result<W::Outcome> {
        let (answer, answered) = oneshot::channel();
        match self.sender.try_send(Letter::Job(job, answer)) {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(stopped())),
            Err(TrySendError::Full(_)) => Err(Error::Unavailable("the write queue is full".into())),
            Err(TrySendError::Closed(_)) => Err(stopped()),
        }
    }

    /// Does all that wait and takes nothing more. Returns when the last of it is answered.
    pub async fn close(&self) {
        let (closed, done) = oneshot::channel();
        if self.sender.send(Letter::Close(closed)).await.is_ok() {
            let _ = done.await;
        }
    }
}

fn stopped() -> Error {
    Error::Unavailable("the writer has stopped".into())
}

struct Worker<W: Work> {
    work: W,
    receiver: mpsc::Receiver<Letter<W>>,
    /// Where requests are served, as far as that is known.
    requests: Option<runtime::Handle>,
}

impl<W: Work> Worker<W> {
    async fn run(mut self) {
        let mut letters = Vec::with_capacity(TOGETHER);
        let mut closed = Vec::new();
        while self.receiver.recv_many(&mut letters, TOGETHER).await > 0 {
            let mut waiting = VecDeque::with_capacity(letters.len());
            for letter in letters.drain(..) {
                match letter {
                    Letter::Job(job, answer) => waiting.push_back((job, answer)),
                    Letter::Close(done) => {
                        self.receiver.close();
                        closed.push(done);
                    }
                }
            }
            while !waiting.is_empty() {
                self.work_off(portion(&mut waiting, W::MOST)).await;
            }
        }
        for done in closed {
            let _ = done.send(());
        }
    }

    /// Does jobs and answers them.
    async fn work_off(&self, portion: Vec<(W::Job, Answer<W>)>) {
        let (jobs, answers): (Vec<_>, Vec<_>) = portion.into_iter().unzip();
        match attempt(&self.work, &jobs).await {
            Ok(done) => self.tell(done, answers),
            Err(failure) => match <[Answer<W>; 1]>::try_from(answers) {
                Ok([answer]) => drop(answer.send(Err(failure))),
                Err(answers) => one_by_one(&self.work, jobs, answers).await,
            },
        }
    }

    /// Answers jobs that are done. Whoever asked may be gone; what they asked for is done all the same.
    fn tell(&self, done: Vec<W::Outcome>, answers: Vec<Answer<W>>) {
        let tell = move || {
            for (done, answer) in done.into_iter().zip(answers) {
                let _ = answer.send(Ok(done));
            }
        };
        match &self.requests {
            // From within, waking a request is a matter of its worker's own queue; from here each would be one of
            // all workers' queue, with its lock.
            Some(requests) => drop(requests.spawn(async move { tell() })),
            None => tell(),
        }
    }
}

/// Does jobs that failed together each for itself, until one finds the database out of reach.
async fn one_by_one<W: Work>(work: &W, jobs: Vec<W::Job>, answers: Vec<Answer<W>>) {
    let mut out_of_reach = false;
    for (job, answer) in jobs.into_iter().zip(answers) {
        let done = if out_of_reach {
            Err(Error::Unavailable("the database can't be reached".into()))
        } else {
            let done = attempt(work, std::slice::from_ref(&job)).await;
            done.and_then(|mut done| done.pop().ok_or_else(stopped))
        };
        out_of_reach |= matches!(done, Err(Error::Unavailable(_)));
        let _ = answer.send(done);
    }
}

async fn attempt<W: Work>(work: &W, jobs: &[W::Job]) -> Result<Vec<W::Outcome>> {
    let done = AssertUnwindSafe(work.together(jobs)).catch_unwind();
    match timeout(COMMIT_TIMEOUT, done).await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(Error::internal("the work panicked")),
        Err(_) => Err(Error::Unavailable(
            "the database did not respond in time".into(),
        )),
    }
}

/// The first of those that wait, as many as are not too much at once, and one at least.
fn portion<J: Weigh, A>(waiting: &mut VecDeque<(J, A)>, most: usize) -> Vec<(J, A)> {
    let mut weight = 0;
    let fitting = waiting.iter().take(most).take_while(|(job, _)| {
        weight += job.weight();
        weight <= HEAVIEST
    });
    let fitting = fitting.count().max(1).min(waiting.len());
    waiting.drain(..fitting).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
