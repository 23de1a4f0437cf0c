//! Reports about apps by people to the operator, who reads them with `portico report list`. The app's owner learns
//! nothing of it. Consent and its page are in `routes::oauth`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{PaginatorTrait, QueryOrder, QuerySelect, Set};

use crate::core::Core;
use crate::models::accounts::quiet_time;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::messages::notification::{self, Notification};
use crate::models::messages::push;
use crate::models::oauth::oauth_app;
use crate::models::{OauthApp, User};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{AppId, IdTimes, UserId};

/// How long a report is stored after it was closed.
pub const KEPT_MS: Millis = 90 * DAY_MS;

/// Up to how many open reports are counted.
pub const MAX_COUNTED: u64 = 100;

/// How many of the newest open reports are notifications.
const MAX_NOTIFIED: u64 = 20;

/// A report of an app.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "app_reports")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The app, which may be deleted by now.
    pub app_id: AppId,
    /// Its name at that time.
    pub app_name: String,
    /// Its owner at that time, whose account may be deleted by now.
    pub owner_id: UserId,
    /// The owner's nickname at that time.
    pub owner_nickname: String,
    /// Who reported it; none once the account was deleted.
    pub reporter_id: Option<UserId>,
    /// The name of one of [`REASONS`].
    pub reason: String,
    /// In the reporter's words, or nothing.
    pub text: String,
    /// When the operator closed it.
    pub closed_at: Option<i64>,
}

portico_platform::database::no_relations!();

/// Why an app can be reported: the name in forms and the database, and the label for people.
pub const REASONS: [(&str, &str); 5] = [
    ("impersonation", "It pretends to be someone else"),
    ("phishing", "It tries to get passwords or installs malware"),
    ("privacy", "It misuses what it learns about people"),
    ("spam", "It sends spam or unwanted messages"),
    ("other", "Something else"),
];

impl Model {
    /// Reports an app to the operator.
    ///
    /// # Errors
    /// Faults of `reason` and `text`; one of `form` where the person has an open report of the app, or there are as many as
    /// there can be; [`Error::NotFound`] where there is no such app.
    #[boxed]
    pub async fn file(core: &Core, reporter_id: UserId, app_id: AppId, reason: &str, text: &str) -> Result<()> {
        let mut faults = FieldErrors::none();
        if !REASONS.iter().any(|(name, _)| *name == reason) {
            faults.add("reason", "Choose a reason.");
        }
        let text = faults.check("text", names::description(text));
        let (Some(text), true) = (text, faults.is_empty()) else {
            return Err(Error::Faults(faults));
        };
        let browsers = push::browsers_of_admins(&core.db).await?;
        let write = core.begin().await?;
        // No other report of this person is filed meanwhile.
        if !User::lock_to_count(&write, reporter_id).await? {
            return Err(Error::SignedOut);
        }
        let (app, owner) = OauthApp::with_owner(&write, app_id).await?.ok_or(Error::NotFound)?;
        let open = Entity::find().filter(Column::ClosedAt.is_null());
        let of_person = open.clone().filter(Column::ReporterId.eq(reporter_id));
        let limit = core.config.caps.reports_per_person;
        if of_person.count(&*write).await? >= u64::from(limit) {
            return Err(caps::reached(
                "form",
                limit,
                [
                    "You have 1 open report, the most a person can have.",
                    "You have {} open reports, the most a person can have.",
                ],
                "Wait until the operator has closed some.",
            ));
        }
        let of_app = open.filter(Column::AppId.eq(app_id));
        let limit = core.config.caps.reports_per_app;
        if of_app.count(&*write).await? >= u64::from(limit) {
            return Err(caps::reached(
                "form",
                limit,
                [
                    "This app has 1 open report, the most an app can have.",
                    "This app has {} open reports, the most an app can have.",
                ],
                "The operator knows of it.",
            ));
        }
        // Decides: one that is open stays as it is.
        let closed = OnConflict::columns([Column::ReporterId, Column::AppId])
            .update_columns([
                Column::Id,
                Column::AppName,
                Column::OwnerId,
                Column::OwnerNickname,
                Column::Reason,
                Column::Text,
                Column::ClosedAt,
            ])
            .action_and_where(Column::ClosedAt.is_not_null())
            .to_owned();
        let id: i64 = core.id();
        let report = ActiveModel {
            id: Set(id),
            app_id: Set(app.id),
            app_name: Set(app.name),
            owner_id: Set(owner.id),
            owner_nickname: Set(owner.nickname),
            reporter_id: Set(Some(reporter_id)),
            reason: Set(reason.to_owned()),
            text: Set(text),
            closed_at: Set(None),
        };
        let filed = Entity::insert(report).on_conflict(closed).exec_without_returning(&*write).await?;
        if filed == 0 {
            return Err(Error::fault(
                "form",
                "You have reported this app already, and the operator has not closed that report yet.",
            ));
        }
        push::queue(&write, core, id.into(), &browsers).await?;
        write.commit().await?;
        for (_, admin_id) in browsers {
            core.live.inbox_changed(admin_id);
        }
        Ok(())
    }

    /// The newest open reports after the one with the id `after`, as notifications, the newest first; none for people who are
    /// not admins, and none in their quiet time.
    #[boxed]
    pub async fn notifications(core: &Core, user_id: UserId, after: i64) -> Result<Vec<Notification>> {
        let user = User::find(&core.db, user_id).await?;
        if !user.is_some_and(|user| user.is_admin()) {
            return Ok(Vec::new());
        }
        let open = Entity::find().filter(Column::Id.gt(after)).filter(Column::ClosedAt.is_null());
        let open = open.order_by_desc(Column::Id).limit(MAX_NOTIFIED).all(&*core.db).await?;
        if open.is_empty() || quiet_time::is_quiet(&core.db, user_id, core.now()).await? {
            return Ok(Vec::new());
        }
        Ok(open.iter().map(Self::notification).collect())
    }

    fn notification(&self) -> Notification {
        let reason = REASONS.iter().find(|(name, _)| *name == self.reason);
        let reason = reason.map_or(self.reason.as_str(), |(_, label)| label);
        let body = if self.text.is_empty() { reason.to_owned() } else { format!("{reason}: {}", self.text) };
        Notification {
            id: self.id,
            channel: None,
            title: format!("Report of the app {}", self.app_name),
            body: notification::shortened(&body),
            url: format!("/admin/reports#report-{}", self.id),
            tag: format!("report-{}", self.id),
        }
    }

    /// When it was filed.
    pub fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id)
    }

    /// The open reports of an app, the oldest first, each with the reporter.
    #[boxed]
    pub async fn open_of(db: &Conn, app_id: AppId) -> Result<Vec<(Self, Option<User>)>> {
        let query =
            Entity::find().filter(Column::AppId.eq(app_id)).filter(Column::ClosedAt.is_null()).order_by_asc(Column::Id);
        with_reporters(db, query.all(db).await?).await
    }

    /// The open reports, or all of them, after the one with the id `after`, or the oldest ones; at most `limit`, the oldest
    /// first, each with the reporter.
    #[boxed]
    pub async fn page(
        db: &Conn,
        closed_too: bool,
        after: Option<i64>,
        limit: u64,
    ) -> Result<Vec<(Self, Option<User>)>> {
        let mut found = Entity::find().filter(Column::Id.gt(after.unwrap_or(0)));
        if !closed_too {
            found = found.filter(Column::ClosedAt.is_null());
        }
        let found = found.order_by_asc(Column::Id).limit(limit);
        with_reporters(db, found.all(db).await?).await
    }

    /// Closes a report, after which the person can report the app again. False where it is closed already.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no such report.
    #[boxed]
    pub async fn close(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        let write = core.begin().await?;
        let closed = Entity::update_many()
            .col_expr(Column::ClosedAt, Expr::value(Some(core.now())))
            .filter(Column::Id.eq(id))
            .filter(Column::ClosedAt.is_null())
            .exec(&*write)
            .await?;
        let report = Entity::find_by_id(id).one(&*write).await?;
        let report = report.ok_or(Error::NotFound)?;
        if closed.rows_affected == 0 {
            return Ok(false);
        }
        let on = Subject::new(report.app_id.get(), &report.app_name).with(&report.reason);
        act::record(&write, core, by, Act::ReportClosed, on).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// Reports, each with the reporter.
async fn with_reporters(db: &Conn, reports: Vec<Model>) -> Result<Vec<(Model, Option<User>)>> {
    let people: Vec<UserId> = reports.iter().filter_map(|one| one.reporter_id).collect();
    let people = User::all_of(db, &people).await?;
    let reporter = |report: &Model| {
        let found = people.iter().find(|user| Some(user.id) == report.reporter_id);
        found.cloned()
    };
    Ok(reports
        .into_iter()
        .map(|report| {
            let reporter = reporter(&report);
            (report, reporter)
        })
        .collect())
}

/// How many reports are open, counted up to [`MAX_COUNTED`].
#[boxed]
pub async fn count_open(db: &Conn) -> Result<u64> {
    let open =
        Entity::find().select_only().column(Column::Id).filter(Column::Id.gt(0)).filter(Column::ClosedAt.is_null());
    let open: Vec<i64> = open.order_by_asc(Column::Id).limit(MAX_COUNTED).into_tuple().all(db).await?;
    Ok(open.len() as u64)
}

/// The app that a person is about to report.
///
/// # Errors
/// [`Error::NotFound`] where there is none.
#[boxed]
pub async fn subject(db: &Conn, app_id: AppId) -> Result<OauthApp> {
    oauth_app::Entity::find_by_id(app_id).one(db).await?.ok_or(Error::NotFound)
}
