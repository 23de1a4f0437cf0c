//! Group commit: jobs of many requests are written in one transaction. The implementations of [`Work`] write the jobs.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::runtime;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tracing::{Instrument, Span, debug_span};

use crate::database::deadline;
use crate::error::{Error, Result};

/// Max waiting jobs. Further ones are refused.
pub const WAITING: usize = 2_048;
/// The most jobs that are taken from the queue together.
pub const TOGETHER: usize = 256;
/// The maximum weight of a batch, by [`Weigh::weight`], unless a single job is heavier.
const MAX_WEIGHT: usize = 4_096;
/// After this time, the database counts as unreachable. Postgres' own timeout for a writer's statement is shorter
/// (`database`), so that the statement isn't executed after all.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// The name of a batch's span, which is part of the trace of the first request in it that is traced, and names the others.
pub const BATCH_SPAN: &str = "batch";

/// A kind of work that is cheaper in batches.
pub trait Work: Send + 'static {
    /// The work for one request.
    type Job: Weigh + Send + 'static;
    /// The result for that request.
    type Outcome: Send + 'static;

    /// The maximum number of jobs in a batch.
    const MAX_JOBS: usize = TOGETHER;

    /// Does these jobs in one transaction, and returns their outcomes in order.
    ///
    /// After `Ok`, everything is durable. After an error, none of the jobs was done, unless it is
    /// [`Error::OutcomeUnknown`].
    fn run_together(&self, jobs: &[Self::Job]) -> impl Future<Output = Result<Vec<Self::Outcome>>>;
}

/// The size of a job.
pub trait Weigh {
    /// A usual job is 1.
    fn weight(&self) -> usize {
        1
    }
}

impl<T: Weigh + ?Sized> Weigh for Arc<T> {
    fn weight(&self) -> usize {
        T::weight(self)
    }
}

/// Does one kind of work on its own thread and runtime, so that requests and writes don't compete for one event loop.
///
/// It never waits for a batch to fill: the jobs that arrive during one transaction are the next batch. A single job is
/// done at once, and under load the batches grow.
///
/// - A job is answered only once its transaction is durable.
/// - If a transaction fails, its jobs are retried one by one, so that only the bad one fails.
/// - A job whose request has no time left is withdrawn while it waits, with certainty that it is not done.
/// - At most [`WAITING`] jobs wait. The next is refused at once.
/// - [`close`](Self::close) does all waiting jobs, then refuses. So does dropping.
#[derive(Debug)]
pub struct GroupCommit<W: Work> {
    name: &'static str,
    sender: mpsc::Sender<Message<W>>,
}

enum Message<W: Work> {
    Job(SubmittedJob<W>),
    Close(oneshot::Sender<()>),
}

type ResultSender<W> = oneshot::Sender<Result<<W as Work>::Outcome>>;

/// A job in the queue.
struct SubmittedJob<W: Work> {
    job: W::Job,
    answer: ResultSender<W>,
    state: JobState,
    /// Span of its request.
    span: Span,
}

/// Where a job is: waiting, taken by the writer, or withdrawn. Both sides decide by one exchange.
#[derive(Debug, Clone, Default)]
struct JobState(Arc<AtomicU8>);

const WAITS: u8 = 0;
const TAKEN: u8 = 1;
const WITHDRAWN: u8 = 2;

impl JobState {
    /// Moves a waiting job; false if it was moved before.
    fn advance(&self, to: u8) -> bool {
        let (done, failed) = (Ordering::AcqRel, Ordering::Acquire);
        self.0.compare_exchange(WAITS, to, done, failed).is_ok()
    }
}

impl<W: Work> GroupCommit<W> {
    /// Starts the thread. `open` is called on it, within its runtime, to create the work's state.
    ///
    /// # Errors
    /// A message for the operator, if the thread can't be started.
    pub fn start(name: &'static str, open: impl FnOnce() -> W + Send + 'static) -> Result<Self, String> {
        let (sender, receiver) = mpsc::channel(WAITING);
        let requests = runtime::Handle::try_current().ok();
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|err| format!("The writer of {name} can't be started: {err}."))?;
        let run = move || {
            runtime.block_on(async {
                let work = open();
                let worker = Worker { name, work, receiver, requests };
                worker.run().await;
            });
        };
        std::thread::Builder::new()
            .name(name.into())
            .spawn(run)
            .map_err(|err| format!("The writer of {name} can't be started: {err}."))?;
        Ok(Self { name, sender })
    }

    /// Submits a job and waits for its outcome. Cancelling the wait does not cancel the job.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if too many jobs wait, after [`close`](Self::close), and if the database can't be
    /// reached; [`Error::OutcomeUnknown`] if the job may have been done, or still is; otherwise the error of the work
    /// itself.
    pub async fn submit(&self, job: W::Job) -> Result<W::Outcome> {
        let (answer, answered) = oneshot::channel();
        let state = JobState::default();
        let span = debug_span!("queue", name = self.name);
        let submitted = SubmittedJob { job, answer, state: state.clone(), span: span.clone() };
        match self.sender.try_send(Message::Job(submitted)) {
            Ok(()) => match deadline::wait(answered).instrument(span).await {
                Some(answered) => answered.unwrap_or_else(|_| Err(stopped())),
                None if state.advance(WITHDRAWN) => {
                    Err(Error::Unavailable("the write queue did not move in time".into()))
                }
                None => Err(Error::OutcomeUnknown("the write was not answered in time".into())),
            },
            Err(TrySendError::Full(_)) => Err(Error::Unavailable("the write queue is full".into())),
            Err(TrySendError::Closed(_)) => Err(stopped()),
        }
    }

    /// Number of waiting jobs.
    pub fn waiting(&self) -> usize {
        self.sender.max_capacity() - self.sender.capacity()
    }

    /// Does all waiting jobs and accepts no more. Returns when the last one is answered.
    pub async fn close(&self) {
        let (closed, done) = oneshot::channel();
        if self.sender.send(Message::Close(closed)).await.is_ok() {
            let _ = done.await;
        }
    }
}

fn stopped() -> Error {
    Error::Unavailable("the writer has stopped".into())
}

struct Worker<W: Work> {
    name: &'static str,
    work: W,
    receiver: mpsc::Receiver<Message<W>>,
    /// The runtime of the requests, if known.
    requests: Option<runtime::Handle>,
}

impl<W: Work> Worker<W> {
    async fn run(mut self) {
        let mut messages = Vec::with_capacity(TOGETHER);
        let mut closed = Vec::new();
        while self.receiver.recv_many(&mut messages, TOGETHER).await > 0 {
            let mut waiting = VecDeque::with_capacity(messages.len());
            for message in messages.drain(..) {
                match message {
                    Message::Job(submitted) => waiting.push_back(submitted),
                    Message::Close(done) => {
                        self.receiver.close();
                        closed.push(done);
                    }
                }
            }
            while !waiting.is_empty() {
                let mut batch = next_batch(&mut waiting);
                batch.retain(|submitted| submitted.state.advance(TAKEN));
                if !batch.is_empty() {
                    let span = self.span_of(&batch);
                    self.run_batch(batch).instrument(span).await;
                }
            }
        }
        for done in closed {
            let _ = done.send(());
        }
    }

    /// The span of a batch, if one of its requests is traced.
    fn span_of(&self, batch: &[SubmittedJob<W>]) -> Span {
        let mut traced = batch.iter().filter(|job| !job.span.is_disabled());
        let Some(first) = traced.next() else {
            return Span::none();
        };
        let span = debug_span!(parent: &first.span, BATCH_SPAN, name = self.name, jobs = batch.len());
        for other in traced {
            span.follows_from(&other.span);
        }
        span
    }

    /// Does a batch of jobs and answers them.
    async fn run_batch(&self, batch: Vec<SubmittedJob<W>>) {
        let pairs = batch.into_iter().map(|submitted| (submitted.job, submitted.answer));
        let (jobs, answers): (Vec<_>, Vec<_>) = pairs.unzip();
        match attempt(&self.work, &jobs).await {
            Attempt::Done(Ok(done)) => self.respond(done, answers),
            Attempt::Done(Err(failure)) => match <[ResultSender<W>; 1]>::try_from(answers) {
                Ok([answer]) => drop(answer.send(Err(failure))),
                Err(answers) => retry_one_by_one(&self.work, jobs, answers, &failure).await,
            },
            // Those who wait have no time left for another attempt.
            Attempt::TimedOut => {
                for answer in answers {
                    let _ = answer.send(Err(too_late()));
                }
            }
        }
    }

    /// Answers finished jobs. A receiver may be gone; its job is done all the same.
    fn respond(&self, done: Vec<W::Outcome>, answers: Vec<ResultSender<W>>) {
        let respond = move || {
            for (done, answer) in done.into_iter().zip(answers) {
                let _ = answer.send(Ok(done));
            }
        };
        match &self.requests {
            // Waking a request from within its runtime uses the worker's local queue; from this thread, each wake-up
            // would lock the shared queue.
            Some(requests) => drop(requests.spawn(async move { respond() })),
            None => respond(),
        }
    }
}

/// Retries the jobs of a failed batch one by one, until one finds the database unreachable.
async fn retry_one_by_one<W: Work>(work: &W, jobs: Vec<W::Job>, answers: Vec<ResultSender<W>>, failure: &Error) {
    // The failed attempt may have done them all.
    let is_in_doubt = matches!(failure, Error::OutcomeUnknown(_));
    let mut out_of_reach = false;
    for (job, answer) in jobs.into_iter().zip(answers) {
        let done = if out_of_reach {
            Err(Error::Unavailable("the database can't be reached".into()))
        } else {
            match attempt(work, std::slice::from_ref(&job)).await {
                Attempt::Done(done) => done.and_then(|mut done| done.pop().ok_or_else(stopped)),
                Attempt::TimedOut => Err(too_late()),
            }
        };
        out_of_reach |= done.as_ref().err().is_some_and(Error::is_unavailable);
        let done = if is_in_doubt { done.map_err(Error::after_write) } else { done };
        let _ = answer.send(done);
    }
}

/// Result of an attempt.
enum Attempt<T> {
    Done(Result<T>),
    TimedOut,
}

fn too_late() -> Error {
    Error::OutcomeUnknown("the database did not respond in time".into())
}

async fn attempt<W: Work>(work: &W, jobs: &[W::Job]) -> Attempt<Vec<W::Outcome>> {
    let done = AssertUnwindSafe(work.run_together(jobs)).catch_unwind();
    match timeout(COMMIT_TIMEOUT, done).await {
        Ok(Ok(done)) => Attempt::Done(done),
        Ok(Err(_)) => Attempt::Done(Err(Error::internal("the work panicked"))),
        Err(_) => Attempt::TimedOut,
    }
}

/// Takes the next batch: as many jobs as the limits allow, and at least one.
fn next_batch<W: Work>(waiting: &mut VecDeque<SubmittedJob<W>>) -> Vec<SubmittedJob<W>> {
    let mut weight = 0;
    let fitting = waiting.iter().take(W::MAX_JOBS).take_while(|submitted| {
        weight += submitted.job.weight();
        weight <= MAX_WEIGHT
    });
    let fitting = fitting.count().max(1).min(waiting.len());
    waiting.drain(..fitting).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests;
