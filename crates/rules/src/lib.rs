//! The rules that need no database: ids, names, permissions, mentions, Markdown, cards, search queries, JSON, addresses.
//! Nothing here reads a database or a socket. Other crates load what the rules need.

pub mod accent;
pub mod base_url;
pub mod basic_auth;
pub mod broken_json;
pub mod browser_name;
pub mod chat;
pub mod clock;
pub mod device_name;
pub mod event_frame;
pub mod form_rows;
pub mod hex;
pub mod ids;
pub mod json;
pub mod language;
pub mod log_cursor;
pub mod message_text;
pub mod network;
pub mod own_origin;
pub mod payload;
pub mod phone;
pub mod published;
pub mod redirect_uri;
pub mod shell_quote;
pub mod shown_fields;
pub mod spelling;
pub mod steps;
pub mod token_request;
pub mod validation;
pub mod visible;
pub mod web_url;
