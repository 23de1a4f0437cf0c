//! The languages of pages: that every message has a translation and a place, and which language a reader gets.

mod choice;
mod messages;
