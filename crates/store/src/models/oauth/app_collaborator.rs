//! Collaborators of an app: people whom its owner lets see it. Only the owner changes it (spec section 5).
//! `oauth_app` has the rights of owners.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query, SelectStatement, UnionType};
use sea_orm::{ExprTrait, PaginatorTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::core::Core;
use crate::models::accounts::{second_step, user};
use crate::models::logs::audit::{self, Action};
use crate::models::oauth::oauth_app;
use crate::models::servers::blocked_user;
use crate::models::{OauthApp, User};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{AppId, UserId};

/// The fault of a nickname that no one has, and of one whose account is disabled or has blocked the owner: it doesn't
/// reveal which.
const NOT_ADDED: &str = "No account with this nickname can be added. Check the spelling.";

/// Someone who may see an app that is another person's.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "app_collaborators")]
pub struct Model {
    /// The app.
    #[sea_orm(primary_key, auto_increment = false)]
    pub app_id: AppId,
    /// Who may see it; never its owner.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Since when.
    pub added_at: Millis,
}

portico_platform::database::no_relations!();

impl Model {
    /// Lets the person with this nickname see an app; nothing changes for one who does already.
    ///
    /// # Errors
    /// A fault of `nickname` where no one has it, the account is disabled or has blocked the owner, it is the owner's own,
    /// or the app or the person has as many as they can; [`Error::NotFound`] where the app is not this user's any more.
    #[boxed]
    pub async fn add(core: &Core, app: &OauthApp, nickname: &str) -> Result<User> {
        let fault = |sentence: &str| Error::fault("nickname", sentence);
        let typed = nickname.trim().trim_start_matches('@');
        if typed.is_empty() {
            return Err(fault("Enter the nickname of the person to add."));
        }
        let write = core.begin().await?;
        let added = User::find_by_nickname(&write, typed).await?;
        let added = added.filter(|added| !added.is_disabled()).ok_or_else(|| fault(NOT_ADDED))?;
        if added.id == app.owner_id {
            return Err(fault("You own this app. Enter someone else’s nickname."));
        }
        if blocked_user::Entity::find_by_id((added.id, app.owner_id)).one(&*write).await?.is_some() {
            return Err(fault(NOT_ADDED));
        }
        let app = oauth_app::lock_with_users(&write, app.owner_id, added.id, app.id).await?;
        require_room(core, &write, app.id, &added).await?;
        let row = ActiveModel { app_id: Set(app.id), user_id: Set(added.id), added_at: Set(core.now()) };
        let inserted = Entity::insert(row)
            .on_conflict(OnConflict::columns([Column::AppId, Column::UserId]).do_nothing().to_owned())
            .exec_without_returning(&*write)
            .await?;
        if inserted > 0 {
            let action = Action::AppCollaboratorAdded { who: (&added).into() };
            audit::record(&write, core, app.id, app.owner_id, &app, action).await?;
        }
        write.commit().await?;
        Ok(added)
    }

    /// Ends what the owner let someone see.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they are no collaborator, or the app is not this user's any more.
    #[boxed]
    pub async fn remove(core: &Core, app: &OauthApp, user_id: UserId) -> Result<User> {
        let write = core.begin().await?;
        app.lock_as_owner(&write).await?;
        let removed = User::find(&write, user_id).await?.ok_or(Error::NotFound)?;
        if !take(&write, app.id, user_id).await? {
            return Err(Error::NotFound);
        }
        let action = Action::AppCollaboratorRemoved { who: (&removed).into() };
        audit::record(&write, core, app.id, app.owner_id, app, action).await?;
        write.commit().await?;
        Ok(removed)
    }

    /// Ends that this user sees someone else's app.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they are no collaborator.
    #[boxed]
    pub async fn leave(core: &Core, user_id: UserId, app_id: AppId) -> Result<OauthApp> {
        let write = core.begin().await?;
        let app = oauth_app::Entity::find_by_id(app_id).one(&*write).await?.ok_or(Error::NotFound)?;
        if !take(&write, app_id, user_id).await? {
            return Err(Error::NotFound);
        }
        audit::record(&write, core, app.id, user_id, &app, Action::AppCollaboratorLeft {}).await?;
        write.commit().await?;
        Ok(app)
    }

    /// The app, for its owner and its collaborators; no one else can see it.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::SecondStepRequired`] where the instance requires one of owners and they have none.
    #[boxed]
    pub async fn visible_app(db: &Conn, user_id: UserId, id: AppId) -> Result<OauthApp> {
        let collaborates = Query::select()
            .expr(Expr::cust("1"))
            .from(Entity)
            .and_where(Column::AppId.eq(id))
            .and_where(Column::UserId.eq(user_id))
            .take();
        let app = oauth_app::Entity::find_by_id(id)
            .filter(oauth_app::Column::OwnerId.eq(user_id).or(Expr::exists(collaborates)))
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        second_step::require_if_instance_does(db, user_id).await?;
        Ok(app)
    }

    /// The collaborators of an app, the one added first at the beginning, each with since when.
    #[boxed]
    pub async fn all_of(db: &Conn, app_id: AppId) -> Result<Vec<(User, Millis)>> {
        let rows = Entity::find()
            .filter(Column::AppId.eq(app_id))
            .order_by_asc(Column::AddedAt)
            .order_by_asc(Column::UserId)
            .all(db)
            .await?;
        let ids: Vec<UserId> = rows.iter().map(|row| row.user_id).collect();
        let users = User::all_of(db, &ids).await?;
        let with_user = |row: Model| Some((users.iter().find(|user| user.id == row.user_id)?.clone(), row.added_at));
        Ok(rows.into_iter().filter_map(with_user).collect())
    }
}

/// The ids of the apps that a user owns or sees.
pub(super) fn visible_ids(user_id: UserId) -> SelectStatement {
    let mut ids = oauth_app::Entity::find()
        .select_only()
        .column(oauth_app::Column::Id)
        .filter(oauth_app::Column::OwnerId.eq(user_id))
        .into_query();
    let seen = Entity::find().select_only().column(Column::AppId).filter(Column::UserId.eq(user_id)).into_query();
    ids.union(UnionType::All, seen);
    ids
}

/// The nickname of the owner of the app of a statement; null for this user's own.
pub(super) fn nickname_of_other_owner(user_id: UserId) -> Expr {
    let nickname = Query::select()
        .column((user::Entity, user::Column::Nickname))
        .from(user::Entity)
        .and_where(Expr::col((user::Entity, user::Column::Id)).equals((oauth_app::Entity, oauth_app::Column::OwnerId)))
        .and_where(Expr::col((user::Entity, user::Column::Id)).ne(user_id))
        .take();
    Expr::SubQuery(None, Box::new(nickname.into()))
}

/// Ends that an app is seen by a user; false where it was not.
pub(super) async fn take(write: &Write, app_id: AppId, user_id: UserId) -> Result<bool> {
    let taken = Entity::delete_by_id((app_id, user_id)).exec(&**write).await?;
    Ok(taken.rows_affected == 1)
}

/// Requires that the app can have this collaborator, and the person this app. Both are locked.
async fn require_room(core: &Core, write: &Write, app_id: AppId, added: &User) -> Result<()> {
    let caps = &core.config.caps;
    let others = Entity::find().filter(Column::AppId.eq(app_id)).filter(Column::UserId.ne(added.id));
    if others.count(&**write).await? >= u64::from(caps.collaborators_per_app) {
        return Err(caps::reached(
            "nickname",
            caps.collaborators_per_app,
            [
                "This app has 1 collaborator, the most an app can have.",
                "This app has {} collaborators, the most an app can have.",
            ],
            "Remove one first.",
        ));
    }
    let apps = Entity::find().filter(Column::UserId.eq(added.id)).filter(Column::AppId.ne(app_id));
    if apps.count(&**write).await? >= u64::from(caps.shared_apps_per_person) {
        return Err(caps::reached(
            "nickname",
            caps.shared_apps_per_person,
            [
                "This person collaborates on 1 app, the most a person can.",
                "This person collaborates on {} apps, the most a person can.",
            ],
            "Ask them to leave one first.",
        ));
    }
    Ok(())
}
