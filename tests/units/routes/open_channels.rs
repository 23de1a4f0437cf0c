//! The state of channels that have a page open.

use std::sync::Arc;

use portico::routes::chat::OpenChannels;
use portico_rules::ids::ChannelId;

#[test]
fn pages_of_a_channel_share_it_and_what_no_page_shows_is_forgotten() {
    let channels = OpenChannels::default();
    let kept = channels.get(ChannelId::new(0));
    for id in 1..10_000 {
        channels.get(ChannelId::new(id));
    }
    assert!(Arc::ptr_eq(&kept, &channels.get(ChannelId::new(0))));
    assert!(channels.count() <= 1_024);
}
