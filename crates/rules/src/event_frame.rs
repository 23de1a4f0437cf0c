//! The bytes of server-sent events (HTML standard, section 9.2), shared by all streams that send the same.
//! `channel_events` decides what is sent.

use std::sync::Arc;

/// The bytes of an event. Copies share them.
#[derive(Debug, Clone)]
pub enum Frame {
    /// The same at all times.
    Fixed(&'static str),
    /// Made for one event.
    Made(Arc<str>),
}

impl AsRef<[u8]> for Frame {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Fixed(text) => text.as_bytes(),
            Self::Made(text) => text.as_bytes(),
        }
    }
}

impl Frame {
    /// Shows the browser that the stream is open, and how soon to reconnect when it is lost.
    pub const OPEN: Self = Self::Fixed("retry:2000\n\n");
    /// A comment, so that something is written.
    pub const STILL_HERE: Self = Self::Fixed(":still here\n\n");

    /// A comment, after which the browser reconnects after the message with this id.
    pub fn after(id: i64) -> Self {
        Self::Made(format!(":still here\nid:{id}\n\n").into())
    }

    /// An event of this name whose data is `data`, unchanged except for line ends and space around it.
    pub fn event(name: &str, id: Option<i64>, data: &str) -> Self {
        let data = data.trim();
        let mut text = String::with_capacity(data.len() + data.len() / 16 + 64);
        if let Some(id) = id {
            text += &format!("id:{id}\n");
        }
        text += "event:";
        text += name;
        for line in data.replace("\r\n", "\n").split(['\n', '\r']) {
            // Browsers drop one space at the start of each line of data.
            text += "\ndata: ";
            text += line;
        }
        text += "\n\n";
        Self::Made(text.into())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn text(frame: &Frame) -> &str {
        std::str::from_utf8(frame.as_ref()).unwrap()
    }

    #[test]
    fn an_event_has_its_data_line_by_line() {
        let event = Frame::event("message", Some(7), "\n <p>a\r\n  b\rc\n\nid:8</p>\n");
        assert_eq!(text(&event), "id:7\nevent:message\ndata: <p>a\ndata:   b\ndata: c\ndata: \ndata: id:8</p>\n\n");
        assert_eq!(text(&Frame::event("remove", None, "7")), "event:remove\ndata: 7\n\n");
        assert_eq!(text(&Frame::event("reload", None, "")), "event:reload\ndata: \n\n");
    }

    #[test]
    fn comments_are_no_events() {
        assert_eq!(text(&Frame::after(7)), ":still here\nid:7\n\n");
        assert!(text(&Frame::STILL_HERE).starts_with(':'));
    }

    #[test]
    fn copies_share_their_bytes() {
        let event = Frame::event("message", None, "a");
        assert!(std::ptr::eq(event.as_ref(), event.clone().as_ref()));
    }
}
