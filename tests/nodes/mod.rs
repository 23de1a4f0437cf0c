//! Several processes on one database: a message on one reaches the pages of all, and no two generate the same ID.

mod clock;
mod late_commits;
mod live;
mod numbers;
mod remembered;
