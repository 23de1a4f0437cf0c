//! Gathering, with work that is no more than words, and that waits where a test wants it to. Real jobs are tested
//! through the routes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::join_all;
use tokio::sync::Semaphore;

use super::*;

/// Keeps words, and fails or panics on some.
#[derive(Clone)]
struct Words {
    /// Every attempt takes one permit.
    gate: Arc<Semaphore>,
    /// Number of attempts that have reached the gate.
    entered: Arc<AtomicUsize>,
    /// Jobs that were tried together, whatever the result.
    tried: Arc<Mutex<Vec<Vec<&'static str>>>>,
}

impl Weigh for &'static str {
    fn weight(&self) -> usize {
        if *self == "heavy" { MAX_WEIGHT } else { 1 }
    }
}

impl Work for Words {
    type Job = &'static str;
    type Outcome = String;

    async fn run_together(&self, jobs: &[&'static str]) -> Result<Vec<String>> {
        self.entered.fetch_add(1, Ordering::SeqCst);
        self.gate.acquire().await.unwrap().forget();
        self.tried.lock().unwrap().push(jobs.to_vec());
        if jobs.contains(&"panics") {
            panic!("on purpose");
        }
        if jobs.contains(&"bad") {
            return Err(Error::internal("a bad one"));
        }
        if jobs.contains(&"gone") {
            return Err(Error::Unavailable("gone".into()));
        }
        Ok(jobs.iter().map(|job| job.to_uppercase()).collect())
    }
}

impl Words {
    fn held() -> Self {
        Self { gate: Arc::new(Semaphore::new(0)), entered: Arc::default(), tried: Arc::default() }
    }

    fn gather(&self) -> Arc<GroupCommit<Self>> {
        let words = self.clone();
        Arc::new(GroupCommit::start("words", move || words).unwrap())
    }

    fn let_pass(&self) {
        self.gate.add_permits(1_000);
    }

    /// Waits until an attempt is under way.
    async fn under_way(&self) {
        while self.entered.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
    }

    fn tried(&self) -> Vec<Vec<&'static str>> {
        self.tried.lock().unwrap().clone()
    }
}

/// Submits `first`, and the others once that one is under way; then lets everything pass.
async fn behind(words: &Words, first: &'static str, others: &[&'static str]) -> Vec<Result<String>> {
    let gather = words.gather();
    let submit = |job| {
        let gather = gather.clone();
        tokio::spawn(async move { gather.submit(job).await })
    };
    let first = submit(first);
    words.under_way().await;
    let others: Vec<_> = others.iter().map(|job| submit(job)).collect();
    while WAITING - gather.sender.capacity() < others.len() {
        tokio::task::yield_now().await;
    }
    words.let_pass();
    let mut done = vec![first.await.unwrap()];
    done.extend(join_all(others).await.into_iter().map(|done| done.unwrap()));
    done
}

#[tokio::test]
async fn what_came_during_one_transaction_makes_up_the_next() {
    let words = Words::held();
    let done = behind(&words, "a", &["b", "c", "d"]).await;
    let done: Vec<_> = done.into_iter().map(|done| done.unwrap()).collect();
    assert_eq!(done, ["A", "B", "C", "D"]);
    assert_eq!(words.tried(), [vec!["a"], vec!["b", "c", "d"]]);
}

#[tokio::test]
async fn a_bad_one_fails_alone() {
    for bad in ["bad", "panics"] {
        let words = Words::held();
        let done = behind(&words, "a", &["b", bad, "c"]).await;
        let done: Vec<_> = done.into_iter().map(|done| done.ok()).collect();
        let word = |word: &str| Some(word.to_owned());
        assert_eq!(done, [word("A"), word("B"), None, word("C")], "{bad}");
    }
}

#[tokio::test]
async fn once_the_database_is_unreachable_no_other_job_waits_for_it() {
    let words = Words::held();
    let done = behind(&words, "a", &["gone", "b", "c"]).await;
    assert!(done[0].is_ok());
    for done in &done[1..] {
        assert!(matches!(done, Err(Error::Unavailable(_))));
    }
    assert_eq!(words.tried(), [vec!["a"], vec!["gone", "b", "c"], vec!["gone"]]);
}

#[tokio::test]
async fn too_much_work_at_once_is_done_in_portions() {
    let words = Words::held();
    behind(&words, "a", &["b", "heavy", "heavy", "c"]).await;
    assert_eq!(words.tried(), [vec!["a"], vec!["b"], vec!["heavy"], vec!["heavy"], vec!["c"]]);
}

#[tokio::test]
async fn where_too_many_wait_the_next_is_refused_at_once_and_not_done() {
    let words = Words::held();
    let gather = words.gather();
    let submit = |job| {
        let gather = gather.clone();
        tokio::spawn(async move { gather.submit(job).await })
    };
    let first = submit("a");
    words.under_way().await;
    let waiting: Vec<_> = (0..WAITING).map(|_| submit("b")).collect();
    while gather.sender.capacity() > 0 {
        tokio::task::yield_now().await;
    }
    let refused = gather.submit("c").await;
    assert!(matches!(refused, Err(Error::Unavailable(_))));
    words.let_pass();
    first.await.unwrap().unwrap();
    for done in join_all(waiting).await {
        done.unwrap().unwrap();
    }
    assert!(words.tried().iter().all(|tried| !tried.contains(&"c")));
}

#[tokio::test]
async fn closing_does_all_that_wait_and_then_refuses() {
    let words = Words::held();
    let gather = words.gather();
    let waiting: Vec<_> = (0..600)
        .map(|_| {
            let gather = gather.clone();
            tokio::spawn(async move { gather.submit("a").await })
        })
        .collect();
    words.under_way().await;
    words.let_pass();
    gather.close().await;
    let done = join_all(waiting).await;
    // Accepted jobs were answered, later ones refused.
    let stored: usize = words.tried().iter().map(Vec::len).sum();
    let answered = done.iter().filter(|done| done.as_ref().unwrap().is_ok());
    assert_eq!(answered.count(), stored);
    assert!(gather.submit("b").await.is_err());
}

#[tokio::test]
async fn waiting_jobs_are_done_even_if_their_requests_are_cancelled() {
    let words = Words::held();
    let gather = words.gather();
    let asked = tokio::spawn({
        let gather = gather.clone();
        async move { gather.submit("a").await }
    });
    words.under_way().await;
    asked.abort();
    let _ = asked.await;
    gather
        .sender
        .try_send(Message::Job(SubmittedJob {
            job: "b",
            answer: oneshot::channel().0,
            state: JobState::default(),
            span: Span::none(),
        }))
        .ok()
        .unwrap();
    words.let_pass();
    gather.close().await;
    assert_eq!(words.tried().concat(), ["a", "b"]);
}
