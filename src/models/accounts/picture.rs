//! Uploaded pictures of users, OAuth apps and webhooks, and the logo of the instance, in the database so that every node has them.
//! Decoding and rendering them is in `pictures`.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, SelectStatement};

use crate::database::Conn;
use crate::error::Result;
pub use crate::pictures::PictureKind;

/// An uploaded picture: PNG, 256 by 256; the logo 64 by 64.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "pictures")]
pub struct Model {
    /// Whose kind of picture it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject_id: i64,
    /// The bytes.
    pub png: Vec<u8>,
}

/// A picture has no relations: its subject may be in several tables.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The path of a picture. `picture_at` is the time of the upload; without one the picture is generated.
pub fn path(kind: PictureKind, id: i64, picture_at: Option<i64>) -> String {
    match picture_at {
        Some(at) => format!("/avatars/{}/{id}?v={at}", kind.name()),
        None => format!("/avatars/{}/{id}", kind.name()),
    }
}

/// Stores a picture in place of the one before.
///
/// # Errors
/// When the database can't be reached.
pub async fn store(db: &Conn, kind: PictureKind, subject_id: i64, png: Vec<u8>) -> Result<()> {
    insert(db, (kind.name(), subject_id), png).await
}

async fn insert(db: &Conn, (kind, subject_id): (&str, i64), png: Vec<u8>) -> Result<()> {
    let picture = ActiveModel {
        kind: Set(kind.to_owned()),
        subject_id: Set(subject_id),
        png: Set(png),
    };
    Entity::insert(picture)
        .on_conflict(
            OnConflict::columns([Column::Kind, Column::SubjectId])
                .update_column(Column::Png)
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The uploaded picture, if there is one.
///
/// # Errors
/// When the database can't be reached.
pub async fn find(db: &Conn, kind: PictureKind, subject_id: i64) -> Result<Option<Vec<u8>>> {
    Ok(Entity::find_by_id((kind.name().to_owned(), subject_id))
        .one(db)
        .await?
        .map(|picture| picture.png))
}

/// Deletes the uploaded picture, if there is one.
///
/// # Errors
/// When the database can't be reached.
pub async fn delete(db: &Conn, kind: PictureKind, subject_id: i64) -> Result<()> {
    Entity::delete_by_id((kind.name().to_owned(), subject_id))
        .exec(db)
        .await?;
    Ok(())
}

/// The kind and the subject of the logo. No kind of [`PictureKind`] is called so.
const LOGO: (&str, i64) = ("logo", 0);

/// Stores the logo of the instance in place of the one before.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn store_logo(write: &Conn, png: Vec<u8>) -> Result<()> {
    insert(write, LOGO, png).await
}

/// The logo of the instance, if there is one.
///
/// # Errors
/// When the database can't be reached.
pub async fn logo(db: &Conn) -> Result<Option<Vec<u8>>> {
    let found = Entity::find_by_id((LOGO.0.to_owned(), LOGO.1))
        .one(db)
        .await?;
    Ok(found.map(|picture| picture.png))
}

/// Deletes the logo of the instance, if there is one.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn delete_logo(write: &Conn) -> Result<()> {
    Entity::delete_by_id((LOGO.0.to_owned(), LOGO.1))
        .exec(write)
        .await?;
    Ok(())
}

/// Deletes the uploaded pictures of every subject of a kind whose id `subjects` selects.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn delete_all(
    db: &Conn,
    kind: PictureKind,
    subjects: SelectStatement,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Kind.eq(kind.name()))
        .filter(Column::SubjectId.in_subquery(subjects))
        .exec(db)
        .await?;
    Ok(())
}
