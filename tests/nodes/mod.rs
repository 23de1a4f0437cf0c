//! Several processes on one database: what arrives on one reaches the pages of all, and no two make the same id.

mod live;
mod numbers;
mod remembered;
