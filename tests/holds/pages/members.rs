//! The roll of a server.

use std::cmp::Reverse;

use portico::models::member::{self, roll};
use portico::models::user;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::{Listing, all_scripts, walk};
use crate::support::House;

/// The members of a server by their nicknames, beside those of another one; forth, or back from the last.
struct Members<'h> {
    house: &'h House,
    server_id: i64,
    other_id: i64,
}

/// Neither in the order of the numbers nor of one length.
fn nickname(number: i64) -> String {
    let mixed = number * 7_919 % 1_009;
    match mixed % 3 {
        0 => format!("n{mixed}"),
        1 => format!("n.{mixed}"),
        _ => format!("n_{mixed}-x"),
    }
}

impl Members<'_> {
    async fn come(&self, rows: &[i64]) {
        if rows.is_empty() {
            return;
        }
        let (db, now) = (&*self.house.at.db, self.house.at.now());
        let people = rows.iter().map(|number| user::ActiveModel {
            id: Set(1 + *number),
            nickname: Set(nickname(*number)),
            name: Set("Somebody".to_owned()),
            password_hash: Set("none".to_owned()),
            phone: Set(None),
            picture_at: Set(None),
            created_at: Set(now),
            disabled_at: Set(None),
        });
        let insert = user::Entity::insert_many(people);
        insert.exec_without_returning(db).await.unwrap();
        // Every other one is of the other server.
        let members = rows.iter().map(|number| member::ActiveModel {
            server_id: Set(if number % 2 == 0 {
                self.server_id
            } else {
                self.other_id
            }),
            user_id: Set(1 + *number),
            joined_at: Set(now),
        });
        let insert = member::Entity::insert_many(members);
        insert.exec_without_returning(db).await.unwrap();
    }

    async fn go(&self, rows: &[i64]) {
        member::Entity::delete_many()
            .filter(member::Column::UserId.is_in(rows.iter().map(|number| 1 + number)))
            .exec(&*self.house.at.db)
            .await
            .unwrap();
    }

    async fn page(&self, begin: roll::Begin<'_>, size: u64) -> Vec<String> {
        let page = roll::page(&*self.house.at.db, self.server_id, "n", begin, size)
            .await
            .unwrap();
        let entries = page.entries.into_iter();
        entries.map(|entry| entry.user.nickname).collect()
    }
}

struct Forth<'h>(Members<'h>);

impl Listing for Forth<'_> {
    type Row = String;

    async fn come(&self, rows: &[i64]) {
        self.0.come(rows).await;
    }

    async fn go(&self, rows: &[i64]) {
        self.0.go(rows).await;
    }

    fn row(&self, number: i64) -> Option<String> {
        (number % 2 == 0).then(|| nickname(number))
    }

    async fn page(&self, after: Option<&String>, size: u64) -> Vec<String> {
        let begin = after.map_or(roll::Begin::First, |last| roll::Begin::After(last));
        self.0.page(begin, size).await
    }
}

struct Back<'h>(Members<'h>);

impl Listing for Back<'_> {
    type Row = Reverse<String>;

    async fn come(&self, rows: &[i64]) {
        self.0.come(rows).await;
    }

    async fn go(&self, rows: &[i64]) {
        self.0.go(rows).await;
    }

    fn row(&self, number: i64) -> Option<Reverse<String>> {
        (number % 2 == 0).then(|| Reverse(nickname(number)))
    }

    async fn page(&self, after: Option<&Reverse<String>>, size: u64) -> Vec<Reverse<String>> {
        // No nickname comes after this one.
        let before = after.map_or("zz", |last| &last.0);
        let page = self.0.page(roll::Begin::Before(before), size).await;
        page.into_iter().rev().map(Reverse).collect()
    }
}

/// Shows: random.cursors
#[rocket::async_test]
async fn a_roll_shows_each_member_once_forth_and_back_whatever_comes_and_goes() {
    let house = House::open().await;
    let members = || Members {
        house: &house,
        server_id: 5,
        other_id: 6,
    };
    for script in all_scripts(60) {
        house.clear(user::Entity).await;
        walk(&Forth(members()), &script).await;
        house.clear(user::Entity).await;
        walk(&Back(members()), &script).await;
    }
}
