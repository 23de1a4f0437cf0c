//! The search of apps and webhooks in the console: what was typed, and the way to the next page.
//! The search is in `models::instance::last_use`.

use rocket::FromForm;
use serde_json::{Value, json};
use url::form_urlencoded::Serializer;

use crate::routes::paging::PAGE_SIZE;
use portico_platform::error::Result;
use portico_store::models::instance::last_use::{Cursor, LastUseSearch, Order};

/// A search as it is in the address.
#[derive(FromForm)]
pub(crate) struct FindForm<'r> {
    #[field(default = "")]
    q: &'r str,
    #[field(default = "")]
    used_since: &'r str,
    #[field(default = "")]
    not_used_since: &'r str,
    #[field(default = "")]
    order: &'r str,
    #[field(default = "")]
    after: &'r str,
}

impl FindForm<'_> {
    /// The query, with one row more than a page shows.
    ///
    /// # Errors
    /// Faults of its days.
    pub(super) fn search(&self) -> Result<LastUseSearch<'_>> {
        let typed = LastUseSearch::typed(self.q, self.used_since, self.not_used_since, self.order)?;
        Ok(LastUseSearch { after: Cursor::parse(self.after), limit: PAGE_SIZE + 1, ..typed })
    }

    /// The template context. A page that has more after it ends at `last`.
    pub(super) fn shown(&self, here: &str, last: Option<Cursor>) -> Value {
        // With faults, the order is the one that was chosen.
        let order = self.search().map_or(Order::named(self.order), |search| search.order());
        let orders = Order::ALL.iter();
        let orders = orders.map(|(_, name, label)| json!({ "value": name, "label": label }));
        let is_by_use =
            order != Order::Newest || [self.used_since, self.not_used_since].iter().any(|day| !day.is_empty());
        json!({
            "here": here,
            "q": self.q,
            "used_since": self.used_since,
            "not_used_since": self.not_used_since,
            "order": order.name(),
            "orders": orders.collect::<Vec<_>>(),
            "is_by_use": is_by_use,
            "is_everything": self.q.is_empty() && !is_by_use,
            "is_first": Cursor::parse(self.after).is_none(),
            "first": self.link(here, None),
            "next": last.map(|last| self.link(here, Some(last))),
        })
    }

    fn link(&self, here: &str, after: Option<Cursor>) -> String {
        let mut query = Serializer::new(String::new());
        for (name, value) in [
            ("q", self.q),
            ("used_since", self.used_since),
            ("not_used_since", self.not_used_since),
            ("order", self.order),
        ] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        if let Some(after) = after {
            query.append_pair("after", &after.to_string());
        }
        format!("{here}?{}", query.finish())
    }
}
