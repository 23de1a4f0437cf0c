//! Threads that compute signatures, as many as there are processors, so that the workers answer other requests
//! meanwhile. Callers choose the key and what is signed.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// The threads. They are started for the first signature, and end with this.
#[derive(Debug, Default)]
pub struct Signers {
    jobs: OnceLock<Sender<Job>>,
}

/// No thread could be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no thread that signs could be started")]
pub struct NoSigner;

impl Signers {
    /// Computes on one of the threads, in the order of arrival. Skips jobs whose caller no longer waits.
    ///
    /// # Errors
    /// [`NoSigner`].
    pub async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, NoSigner> {
        let (done, result) = oneshot::channel();
        let job = move || {
            if !done.is_closed() {
                drop(done.send(job()));
            }
        };
        let jobs = self.jobs.get_or_init(start);
        jobs.send(Box::new(job)).map_err(|_| NoSigner)?;
        result.await.map_err(|_| NoSigner)
    }
}

/// Starts the threads. If the system allows none, the queue has no end where jobs are taken out.
fn start() -> Sender<Job> {
    let (sender, receiver) = mpsc::channel();
    let receiver = Arc::new(Mutex::new(receiver));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    for number in 0..threads {
        let receiver = Arc::clone(&receiver);
        let named = thread::Builder::new().name(format!("signer-{number}"));
        if let Err(err) = named.spawn(move || work(&receiver)) {
            tracing::warn!(error = %err, "a thread that signs could not be started");
        }
    }
    sender
}

fn work(receiver: &Mutex<Receiver<Job>>) {
    loop {
        let job = {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv()
        };
        match job {
            Ok(job) => job(),
            // Nobody can send any more.
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn each_one_gets_its_own_result_from_another_thread() {
        let signers = Signers::default();
        let here = thread::current().id();
        let jobs = (0..32).map(|number| signers.run(move || (number, thread::current().id())));
        let results = futures_util::future::join_all(jobs).await;
        for (number, result) in results.into_iter().enumerate() {
            let (given, thread) = result.unwrap();
            assert_eq!(given, number);
            assert_ne!(thread, here);
        }
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_computed() {
        let signers = Signers::default();
        // Every thread is busy until the job that is cancelled has been queued.
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (gates, busy): (Vec<_>, Vec<_>) = (0..threads)
            .map(|_| {
                let (gate, opened) = mpsc::channel::<()>();
                (gate, signers.run(move || opened.recv().is_err()))
            })
            .unzip();
        let mut busy = futures_util::future::join_all(busy);
        let ran = Arc::new(AtomicBool::new(false));
        let mark = Arc::clone(&ran);
        let mut cancelled = Box::pin(signers.run(move || mark.store(true, Ordering::SeqCst)));
        assert!((&mut busy).now_or_never().is_none());
        assert!((&mut cancelled).now_or_never().is_none());
        drop(cancelled);
        drop(gates);
        for done in busy.await {
            assert!(done.unwrap(), "its gate was opened");
        }
        // It was queued before this one.
        signers.run(|| ()).await.unwrap();
        assert!(!ran.load(Ordering::SeqCst));
    }
}
