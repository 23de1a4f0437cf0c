//! Transferring an app to another person: an offer of its owner, which the other accepts or declines within a week.
//! `oauth_app` has the rights of owners.

use sea_orm::entity::prelude::*;
use sea_orm::{PaginatorTrait, QueryOrder, Set};

use crate::core::Core;
use crate::models::accounts::second_step;
use crate::models::accounts::security_event::{self, Browser, EventActor, SecurityEventKind};
use crate::models::logs::audit::{self, Action};
use crate::models::oauth::{app_collaborator, oauth_app};
use crate::models::{OauthApp, User};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write, lists};
use portico_platform::error::{Error, Result, violates};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{AppId, TransferId, UserId};

/// How long an offer can be accepted.
pub const LIFETIME_MS: Millis = 7 * DAY_MS;

/// Why a suspended app is neither offered nor accepted.
const SUSPENDED: &str = "This app is suspended; it can’t be transferred until that ends.";

/// An app that is offered to another person.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "app_transfers")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TransferId,
    /// The app; an app has at most one offer.
    pub app_id: AppId,
    /// Its owner, who offers it.
    pub from_id: UserId,
    /// To whom.
    pub to_id: UserId,
    /// From when on it can't be accepted.
    pub expires_at: i64,
}

portico_platform::database::no_relations!();

/// An offer as the person sees it who may accept it.
#[derive(Debug)]
pub struct ReceivedApp {
    /// The offer.
    pub offer: Model,
    /// The app.
    pub app: OauthApp,
    /// Who offers it.
    pub giver: User,
}

/// Requirements to accept an app: the same as to create one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// A verified phone number.
    Phone,
    /// Room for one more app.
    Room,
}

impl Model {
    /// Offers an app to the person with this nickname. Whether they can accept it is found out when they do.
    ///
    /// # Errors
    /// A fault of `nickname` where no one else has it or their account is disabled, where the app is suspended or offered
    /// already, or where they have as many offers as a person can; [`Error::NotFound`] where the app is not this user's any
    /// more.
    #[boxed]
    pub async fn offer(core: &Core, app: &OauthApp, nickname: &str, browser: Browser<'_>) -> Result<User> {
        let fault = |sentence: &str| Error::fault("nickname", sentence);
        let typed = nickname.trim().trim_start_matches('@');
        if typed.is_empty() {
            return Err(fault("Enter the nickname of the new owner."));
        }
        let write = core.begin().await?;
        let to = User::find_by_nickname(&write, typed).await?;
        let to = to
            .filter(|to| !to.is_disabled())
            .ok_or_else(|| fault("No account has this nickname. Check the spelling."))?;
        if to.id == app.owner_id {
            return Err(fault("You own this app already. Enter someone else’s nickname."));
        }
        let app = oauth_app::lock_with_users(&write, app.owner_id, to.id, app.id).await?;
        if app.is_suspended() {
            return Err(fault(SUSPENDED));
        }
        let now = core.now();
        // Those that they see and can answer.
        let open = Self::all_to(&write, to.id, now).await?.len();
        let limit = core.config.caps.transfers_per_person;
        if open >= limit as usize {
            return Err(caps::reached(
                "nickname",
                limit,
                [
                    "This person has 1 app to accept or decline, the most a person can have.",
                    "This person has {} apps to accept or decline, the most a person can have.",
                ],
                "Ask them to answer one first.",
            ));
        }
        Entity::delete_many().filter(Column::AppId.eq(app.id)).filter(Column::ExpiresAt.lte(now)).exec(&*write).await?;
        let offer = ActiveModel {
            id: Set(core.id()),
            app_id: Set(app.id),
            from_id: Set(app.owner_id),
            to_id: Set(to.id),
            expires_at: Set(now + LIFETIME_MS),
        };
        Entity::insert(offer).exec_without_returning(&*write).await.map_err(|err| {
            match violates(&err, "app_transfers", "app_id") {
                true => fault("This app is offered to someone already. Cancel that offer first."),
                false => err.into(),
            }
        })?;
        let action = Action::AppOffered { to: (&to).into() };
        audit::record(&write, core, app.id, app.owner_id, &app, action).await?;
        let kind = SecurityEventKind::AppOffered(&app.name);
        security_event::record(core, &write, app.owner_id, kind, browser).await?;
        write.commit().await?;
        Ok(to)
    }

    /// Withdraws the offer of an app, if there is one.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none, for instance because it was answered by now.
    #[boxed]
    pub async fn cancel(core: &Core, app: &OauthApp) -> Result<()> {
        let write = core.begin().await?;
        let row = Entity::find()
            .filter(Column::AppId.eq(app.id))
            .filter(Column::FromId.eq(app.owner_id))
            .one(&*write)
            .await?
            .ok_or(Error::NotFound)?;
        let to = User::find(&write, row.to_id).await?;
        if !row.take(&write).await? {
            return Err(Error::NotFound);
        }
        if let Some(to) = to {
            let action = Action::AppOfferCancelled { to: (&to).into() };
            audit::record(&write, core, app.id, app.owner_id, app, action).await?;
        }
        write.commit().await?;
        Ok(())
    }

    /// Makes the user who was offered an app its owner. The app keeps its secrets, sign-ins and log.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they have no such offer, it expired, was cancelled or answered, or its owner's account is
    /// disabled; a fault of `form` where the app is suspended, or they can't own another one; [`Error::SecondStepRequired`]
    /// where the instance requires one of owners and they have none.
    #[boxed]
    pub async fn accept(core: &Core, user_id: UserId, id: TransferId, browser: Browser<'_>) -> Result<OauthApp> {
        let write = core.begin().await?;
        let offer = received(&write, user_id, id, core.now()).await?;
        let app = oauth_app::lock_with_users(&write, offer.from_id, user_id, offer.app_id).await?;
        if app.is_suspended() {
            return Err(Error::fault("form", SUSPENDED));
        }
        second_step::require_if_instance_does(&write, user_id).await?;
        match lacks(core, &write, user_id).await? {
            None => {}
            Some(Requirement::Phone) => {
                return Err(Error::fault(
                    "form",
                    "To own an app, you need a verified phone number. Verify yours in the settings, then accept.",
                ));
            }
            Some(Requirement::Room) => {
                return Err(oauth_app::owns_max_apps(core.config.caps.apps_per_person));
            }
        }
        // Decides: to cancel, decline or accept is to delete the row, and only one of them does.
        if !offer.take(&write).await? {
            return Err(Error::NotFound);
        }
        let moved = oauth_app::Entity::update_many()
            .col_expr(oauth_app::Column::OwnerId, Expr::value(user_id))
            .filter(oauth_app::Column::Id.eq(app.id))
            .filter(oauth_app::Column::OwnerId.eq(offer.from_id))
            .exec(&*write)
            .await?;
        if moved.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        // An owner is no collaborator.
        app_collaborator::take(&write, app.id, user_id).await?;
        let giver = User::find(&write, offer.from_id).await?;
        let giver = giver.ok_or(Error::NotFound)?;
        let action = Action::AppHandedOver { from: (&giver).into() };
        audit::record(&write, core, app.id, user_id, &app, action).await?;
        let (given, taken) = (SecurityEventKind::AppGiven(&app.name), SecurityEventKind::AppTaken(&app.name));
        security_event::record(core, &write, giver.id, given, EventActor::Another).await?;
        security_event::record(core, &write, user_id, taken, browser).await?;
        write.commit().await?;
        Ok(app)
    }

    /// Declines an offer; the app stays with its owner.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they have no such offer, or it expired, was cancelled or answered.
    #[boxed]
    pub async fn decline(core: &Core, user_id: UserId, id: TransferId) -> Result<OauthApp> {
        let write = core.begin().await?;
        let offer = received(&write, user_id, id, core.now()).await?;
        let app = oauth_app::lock_with_users(&write, offer.from_id, user_id, offer.app_id).await?;
        if !offer.take(&write).await? {
            return Err(Error::NotFound);
        }
        let action = Action::AppOfferDeclined {};
        audit::record(&write, core, app.id, user_id, &app, action).await?;
        write.commit().await?;
        Ok(app)
    }

    /// Deletes it; false where someone else did by now.
    async fn take(&self, write: &Write) -> Result<bool> {
        let taken = Entity::delete_by_id(self.id).exec(&**write).await?;
        Ok(taken.rows_affected == 1)
    }

    /// The offer of an app that can be accepted, and to whom.
    #[boxed]
    pub async fn of_app(db: &Conn, app_id: AppId, now: Millis) -> Result<Option<(Self, User)>> {
        let row = Entity::find().filter(Column::AppId.eq(app_id)).filter(Column::ExpiresAt.gt(now)).one(db).await?;
        let Some(offer) = row else {
            return Ok(None);
        };
        let to = User::find(db, offer.to_id).await?;
        Ok(to.map(|to| (offer, to)))
    }

    /// Offers to a user, the newest first, without the offers of disabled accounts.
    #[boxed]
    pub async fn all_to(db: &Conn, user_id: UserId, now: Millis) -> Result<Vec<ReceivedApp>> {
        let rows = Entity::find()
            .filter(Column::ToId.eq(user_id))
            .filter(Column::ExpiresAt.gt(now))
            .order_by_desc(Column::Id)
            .all(db)
            .await?;
        let app_ids = rows.iter().map(|offer| offer.app_id);
        let apps =
            oauth_app::Entity::find().filter(lists::is_one_of(db, oauth_app::Column::Id, app_ids)).all(db).await?;
        let givers: Vec<UserId> = rows.iter().map(|offer| offer.from_id).collect();
        let givers = User::all_of(db, &givers).await?;
        let of = |offer: Model| {
            let app = apps.iter().find(|app| app.id == offer.app_id)?.clone();
            let giver = givers.iter().find(|giver| giver.id == offer.from_id)?;
            let giver = Some(giver).filter(|giver| !giver.is_disabled())?.clone();
            Some(ReceivedApp { offer, app, giver })
        };
        Ok(rows.into_iter().filter_map(of).collect())
    }
}

/// The requirement that this user doesn't meet to own one more app; none where they meet all.
#[boxed]
pub async fn lacks(core: &Core, db: &Conn, user_id: UserId) -> Result<Option<Requirement>> {
    let user = User::find(db, user_id).await?.ok_or(Error::SignedOut)?;
    if !user.has_verified_phone() {
        return Ok(Some(Requirement::Phone));
    }
    let owned = oauth_app::Entity::find().filter(oauth_app::Column::OwnerId.eq(user_id));
    let is_full = owned.count(db).await? >= u64::from(core.config.caps.apps_per_person);
    Ok(is_full.then_some(Requirement::Room))
}

/// An offer to this user that can be answered.
async fn received(db: &Conn, user_id: UserId, id: TransferId, now: Millis) -> Result<Model> {
    Entity::find_by_id(id)
        .filter(Column::ToId.eq(user_id))
        .filter(Column::ExpiresAt.gt(now))
        .one(db)
        .await?
        .ok_or(Error::NotFound)
}
