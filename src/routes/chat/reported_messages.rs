//! Reported messages as the moderators' queue shows them: as they were when they were reported.
//! The queue is in `servers::reports`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::message_renderer::MessageRenderer;
use super::message_view::{MessageView, Reader};
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::ids::{MessageId, ReportId};
use portico_store::models::messages::feed::{self, MessagePeople};
use portico_store::models::servers::access::UserAccess;
use portico_store::models::{Membership, Message, MessageReport};

/// The messages of some reports, by report, for templates.
pub struct ReportedMessages(HashMap<ReportId, Value>);

impl ReportedMessages {
    /// Renders the messages of reports whose channels the reader may view.
    ///
    /// # Errors
    /// When the database can't be reached, or a template fails.
    pub async fn load(
        app: &App,
        renderer: MessageRenderer<'_>,
        membership: &Membership,
        access: &UserAccess,
        reports: &[MessageReport],
    ) -> Result<Self> {
        let messages: Vec<Message> = reports.iter().map(MessageReport::message).collect();
        let people = MessagePeople::load(&app.db, &messages).await?;
        let ids: Vec<MessageId> = messages.iter().map(|message| message.id).collect();
        let (now, _) = feed::messages_with(&app.db, &ids).await?;
        let now: HashMap<MessageId, Message> = now.into_iter().map(|message| (message.id, message)).collect();
        let channels = super::channel_links::visible(access, membership.server.id);
        let reader = Reader { acts: false, may_see_versions: false, ..Reader::new(app, membership).seeing(channels) };
        let views: Vec<MessageView> =
            messages.iter().map(|message| MessageView::new(message, &people, &reader)).collect();
        let bodies = renderer.render_part("chat/body", &views).await?;
        let shown =
            reports.iter().zip(&messages).zip(views.iter().zip(bodies)).map(|((report, then), (view, body))| {
                let now = now.get(&then.id);
                let shown = json!({
                    "message": view.head(),
                    "body": body,
                    "is_deleted": now.is_none(),
                    "is_edited": now.is_some_and(|now| now.edited_at != then.edited_at),
                });
                (report.id, shown)
            });
        Ok(Self(shown.collect()))
    }

    /// The message of a report.
    pub fn shown(&self, report: &MessageReport) -> Option<&Value> {
        self.0.get(&report.id)
    }
}
