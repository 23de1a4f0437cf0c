//! Searching messages: the words of a text, what a reader typed into the search box, and the passage that a result shows.
//! Pure. Finding the messages in the database is in `models::messages::search`.

mod excerpt;
mod query;
mod text;
mod words;

pub use excerpt::{Passage, excerpt};
pub use query::{IgnoredPart, MAX_NAMES, MAX_QUERY_LENGTH, MAX_WORDS, NOT_A_DAY, SearchQuery, Term, begins_at, day};
pub use text::SearchText;
pub use words::{MAX_WORD_LENGTH, Word, words};
