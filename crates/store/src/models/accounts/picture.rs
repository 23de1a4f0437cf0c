//! Uploaded pictures of users, OAuth apps and webhooks, in the database so that every node has them.
//! Decoding and rendering them is in `pictures`.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, SelectStatement};

pub use crate::pictures::PictureKind;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

/// An uploaded picture: PNG, 256 by 256.
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

portico_platform::database::no_relations!();

/// The path of a picture. `picture_at` is the time of the upload; without one the picture is generated.
pub fn path(kind: PictureKind, id: i64, picture_at: Option<i64>) -> String {
    match picture_at {
        Some(at) => format!("/avatars/{}/{id}?v={at}", kind.name()),
        None => format!("/avatars/{}/{id}", kind.name()),
    }
}

/// Stores a picture in place of the one before.
#[boxed]
pub async fn store(db: &Conn, kind: PictureKind, subject_id: i64, png: Vec<u8>) -> Result<()> {
    let picture = ActiveModel { kind: Set(kind.name().to_owned()), subject_id: Set(subject_id), png: Set(png) };
    Entity::insert(picture)
        .on_conflict(OnConflict::columns([Column::Kind, Column::SubjectId]).update_column(Column::Png).to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The uploaded picture, if there is one.
#[boxed]
pub async fn find(db: &Conn, kind: PictureKind, subject_id: i64) -> Result<Option<Vec<u8>>> {
    Ok(Entity::find_by_id((kind.name().to_owned(), subject_id)).one(db).await?.map(|picture| picture.png))
}

/// Deletes the uploaded picture, if there is one.
#[boxed]
pub async fn delete(db: &Conn, kind: PictureKind, subject_id: i64) -> Result<()> {
    Entity::delete_by_id((kind.name().to_owned(), subject_id)).exec(db).await?;
    Ok(())
}

/// Deletes the uploaded pictures of every subject of a kind whose id `subjects` selects.
pub(in crate::models) async fn delete_all(db: &Conn, kind: PictureKind, subjects: SelectStatement) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Kind.eq(kind.name()))
        .filter(Column::SubjectId.in_subquery(subjects))
        .exec(db)
        .await?;
    Ok(())
}
