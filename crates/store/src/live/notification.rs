//! A notification of another node, of any kind: each is sent and written where it belongs.
//! Receiving them is in `background::listener`.

use super::access::ChangedAccess;
use super::announcement::Announcement;
use super::changes::ChangedMessage;

/// A notification from another node, or from this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeNotification {
    /// Messages that arrived.
    Arrivals(Announcement),
    /// Messages that were edited or deleted.
    Messages(ChangedMessage),
    /// Access that may have been revoked.
    Access(ChangedAccess),
}

impl NodeNotification {
    /// Reads the payload of a notification; none where it is of no kind.
    pub fn read(payload: &str) -> Option<Self> {
        let access = || ChangedAccess::read(payload).map(Self::Access);
        let messages = || ChangedMessage::read(payload).map(Self::Messages);
        let arrivals = || Announcement::read(payload).map(Self::Arrivals);
        access().or_else(messages).or_else(arrivals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{Access, MessageChange};
    use portico_rules::ids::{ChannelId, ServerId};

    #[test]
    fn each_notification_is_read_as_what_it_was_written_as() {
        let access = ChangedAccess { node: 3, of: vec![Access::User(7.into()), Access::Server(ServerId::new(8))] };
        let messages = ChangedMessage { node: 3, channel_id: ChannelId::new(7), change: MessageChange::One(9.into()) };
        let read = |payload: String| NodeNotification::read(&payload);
        assert_eq!(read(access.to_string()), Some(NodeNotification::Access(access.clone())));
        assert_eq!(read(messages.to_string()), Some(NodeNotification::Messages(messages)));
        assert!(matches!(read("3 *4995".to_owned()), Some(NodeNotification::Arrivals(_))));
        assert_eq!(read("something else".to_owned()), None);
    }
}
