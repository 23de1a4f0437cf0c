//! Grants: which people let which apps know who they are, and how they do it and take it back.
//! The code that an approval sends out is made and exchanged in `authorization_code`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{LockType, OnConflict};
use sea_orm::{JoinType, PaginatorTrait, QueryOrder, QuerySelect, Set};

use crate::clock::Millis;
use crate::config::caps;
use crate::core::Core;
use crate::database::{Conn, Write, lists};
use crate::error::{Error, Result};
use crate::models::accounts::session::Browser;
use crate::models::logs::app_event::{self, AppEventKind};
use crate::models::logs::security_event;
use crate::models::oauth::{authorization_code, oauth_app, redirect_uri};
use crate::models::{AuthorizationCode, OauthApp, Session, User};
use crate::security::tokens::{Hashed, Plain};

/// A person's standing approval of an app.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "grants")]
pub struct Model {
    /// Who approved.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: i64,
    /// What they approved.
    #[sea_orm(primary_key, auto_increment = false)]
    pub app_id: i64,
    /// When they first did.
    pub created_at: i64,
    /// When they last signed in to it.
    pub last_used_at: i64,
}

/// What joins a grant to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The app.
    #[sea_orm(
        belongs_to = "oauth_app::Entity",
        from = "Column::AppId",
        to = "oauth_app::Column::Id"
    )]
    App,
}

impl Related<oauth_app::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::App.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

/// What somebody says yes to.
#[derive(Debug, Clone, Copy)]
pub struct Consent<'a> {
    /// The session in which they say it.
    pub session: &'a Session,
    /// The app that asks.
    pub app_id: i64,
    /// Where they go back to, exactly as the app asked for it.
    pub redirect_uri: &'a str,
    /// The app's challenge (RFC 7636), where it sent one.
    pub code_challenge: Option<&'a str>,
    /// From where they say it.
    pub browser: Browser<'a>,
    /// Stands for the form they sent: of one form, one code at most.
    pub form_hash: Hashed,
}

/// Why nothing was approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotApproved {
    /// The session ended meanwhile.
    SignedOut,
    /// The app was deleted, or does not send people to this redirect URI any more.
    AppChanged,
    /// This form was sent before.
    FormUsed,
    /// They never approved, or took it back, and were not asked now.
    NoGrant,
}

impl Model {
    /// Approves: makes or renews the grant, and gives the code that the app exchanges.
    ///
    /// # Errors
    /// A fault of the form where they have approved as many apps as a person can; when the database can't be reached.
    /// Why nothing was approved is else an answer, not an error.
    pub async fn approve(core: &Core, consent: Consent<'_>) -> Result<Result<Plain, NotApproved>> {
        let write = core.begin().await?;
        if let Err(refused) = judge(core, &write, consent).await? {
            return Ok(Err(refused));
        }
        let (user_id, app_id, now) = (consent.session.user_id, consent.app_id, core.now());
        if !Self::note_use(&write, user_id, app_id, now).await? {
            require_room(core, &write, user_id).await?;
            let grant = ActiveModel {
                user_id: Set(user_id),
                app_id: Set(app_id),
                created_at: Set(now),
                last_used_at: Set(now),
            };
            // They may have approved in another window since.
            let again = OnConflict::columns([Column::UserId, Column::AppId])
                .update_column(Column::LastUsedAt)
                .to_owned();
            Entity::insert(grant)
                .on_conflict(again)
                .exec_without_returning(&*write)
                .await?;
            let name = OauthApp::name_of(&write, app_id).await?;
            let approved = security_event::SecurityEventKind::AppApproved(&name);
            security_event::record(core, &write, user_id, approved, consent.browser).await?;
        }
        issue(core, write, consent).await
    }

    /// Gives a code without asking, where an approval stands already.
    ///
    /// # Errors
    /// When the database can't be reached. Why nothing was given is an answer, not an error.
    pub async fn renew(core: &Core, consent: Consent<'_>) -> Result<Result<Plain, NotApproved>> {
        let write = core.begin().await?;
        if let Err(refused) = judge(core, &write, consent).await? {
            return Ok(Err(refused));
        }
        let (user_id, app_id) = (consent.session.user_id, consent.app_id);
        if !Self::note_use(&write, user_id, app_id, core.now()).await? {
            return Ok(Err(NotApproved::NoGrant));
        }
        issue(core, write, consent).await
    }

    /// Whether this person's approval of this app stands.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn stands(db: &Conn, user_id: i64, app_id: i64) -> Result<bool> {
        let found = Entity::find_by_id((user_id, app_id)).one(db).await?;
        Ok(found.is_some())
    }

    /// Notes a sign-in; false when the approval was taken back.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn note_use(
        db: &Conn,
        user_id: i64,
        app_id: i64,
        now: Millis,
    ) -> Result<bool> {
        let noted = Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(now))
            .filter(Column::UserId.eq(user_id))
            .filter(Column::AppId.eq(app_id))
            .exec(db)
            .await?;
        Ok(noted.rows_affected == 1)
    }

    /// The apps that a person approved, the one they signed in to last first.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of(db: &Conn, user_id: i64) -> Result<Vec<(Self, OauthApp)>> {
        let found = Entity::find()
            .filter(Column::UserId.eq(user_id))
            .find_also_related(oauth_app::Entity)
            .order_by_desc(Column::LastUsedAt)
            .order_by_desc(Column::AppId)
            .all(db)
            .await?;
        let whole = |(grant, app): (Self, Option<OauthApp>)| Some((grant, app?));
        Ok(found.into_iter().filter_map(whole).collect())
    }

    /// How many people approved an app.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn count_of(db: &Conn, app_id: i64) -> Result<u64> {
        Ok(Entity::find()
            .filter(Column::AppId.eq(app_id))
            .count(db)
            .await?)
    }

    /// Takes an approval back: no code of it is exchanged from now on.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is none, or the app is gone.
    pub async fn revoke(
        core: &Core,
        user_id: i64,
        app_id: i64,
        browser: Browser<'_>,
    ) -> Result<()> {
        AuthorizationCode::shed_expired(core, user_id).await?;
        let write = core.begin().await?;
        AuthorizationCode::drop_of(&write, user_id, Some(app_id)).await?;
        let gone = Entity::delete_many()
            .filter(Column::UserId.eq(user_id))
            .filter(Column::AppId.eq(app_id))
            .exec(&*write)
            .await?;
        if gone.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        let name = OauthApp::name_of(&write, app_id).await?;
        let revoked = security_event::SecurityEventKind::AppRevoked(&name);
        security_event::record(core, &write, user_id, revoked, browser).await?;
        Ok(write.commit().await?)
    }

    /// Takes every approval of a person back; gives how many there were.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn revoke_all(core: &Core, user_id: i64, browser: Browser<'_>) -> Result<u64> {
        AuthorizationCode::shed_expired(core, user_id).await?;
        let write = core.begin().await?;
        let of_person = Column::UserId.eq(user_id);
        // What is left of apps that are gone goes as well, and is not told of.
        let standing = Entity::find()
            .filter(of_person.clone())
            .join(JoinType::InnerJoin, Relation::App.def())
            .count(&*write)
            .await?;
        AuthorizationCode::drop_of(&write, user_id, None).await?;
        Entity::delete_many()
            .filter(of_person)
            .exec(&*write)
            .await?;
        if standing > 0 {
            let revoked = security_event::SecurityEventKind::AppsRevoked;
            security_event::record(core, &write, user_id, revoked, browser).await?;
        }
        write.commit().await?;
        Ok(standing)
    }
}

/// Drops approvals of an app that is gone and the codes that came of them, at most `limit` rows in all; says how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn drop_of_app(write: &Conn, app_id: i64, limit: u64) -> Result<u64> {
    let users: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::UserId)
        .filter(Column::AppId.eq(app_id))
        .limit(limit)
        .into_tuple()
        .all(write)
        .await?;
    // The codes first: an approval would take all of its own along.
    let codes = authorization_code::drop_of_users(write, app_id, &users, limit).await?;
    let left = usize::try_from(limit - codes).unwrap_or(usize::MAX);
    let without_codes = users.into_iter().take(left);
    let dropped = Entity::delete_many()
        .filter(Column::AppId.eq(app_id))
        .filter(lists::is_one_of(write, Column::UserId, without_codes))
        .exec(write)
        .await?;
    Ok(codes + dropped.rows_affected)
}

/// Judges anew what the page showed a while ago: whether they are still signed in, and whether the app
/// still is and still lives at this redirect URI. Holds all of it until the write ends, in the order
/// in which an exchange and a deletion hold it, so that none waits for the other.
async fn judge(
    core: &Core,
    write: &Write,
    consent: Consent<'_>,
) -> Result<Result<(), NotApproved>> {
    let (session, app_id) = (consent.session, consent.app_id);
    if User::hold(write, session.user_id).await?.is_none()
        || !session.still_lives_in(write, core.now()).await?
    {
        return Ok(Err(NotApproved::SignedOut));
    }
    if !OauthApp::hold(write, app_id, LockType::Share).await?
        || !redirect_uri::is_registered(write, app_id, consent.redirect_uri).await?
    {
        return Ok(Err(NotApproved::AppChanged));
    }
    Ok(Ok(()))
}

/// Refuses one more app to a person who has approved as many as a person can. They approve no other one meanwhile.
async fn require_room(core: &Core, write: &Write, user_id: i64) -> Result<()> {
    let most = core.config.caps.connected_apps_per_person;
    User::hold_to_count(write, user_id).await?;
    let approved = Entity::find().filter(Column::UserId.eq(user_id));
    if approved.count(&**write).await? < u64::from(most) {
        return Ok(());
    }
    Err(caps::reached(
        "form",
        "You have",
        most,
        "connected apps",
        "a person can have",
        "Revoke one under Connected apps first.",
    ))
}

/// Makes the code and ends the write.
async fn issue(
    core: &Core,
    write: Write,
    consent: Consent<'_>,
) -> Result<Result<Plain, NotApproved>> {
    let code = match AuthorizationCode::issue(core, &write, consent).await {
        Ok(code) => code,
        Err(err) if authorization_code::is_form_used(&err) => {
            return Ok(Err(NotApproved::FormUsed));
        }
        Err(err) => return Err(err.into()),
    };
    app_event::record(&write, core.id(), consent.app_id, AppEventKind::Approved).await?;
    write.commit().await?;
    Ok(Ok(code))
}
