//! The member list of a server.

use std::cmp::Reverse;

use portico_rules::ids::ServerId;
use portico_store::models::accounts::user;
use portico_store::models::servers::member::{self, list};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use super::{Listing, ROWS, all_scripts, walk};
use crate::support::TestInstance;

/// The members of a server by their nicknames, beside those of another one; forth, or back from the last.
struct Members<'h>(&'h TestInstance);

const SERVER: ServerId = ServerId::new(5);
const OTHER: ServerId = ServerId::new(6);

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
        let (db, now) = (&*self.0.app.db, self.0.app.now());
        let people = rows.iter().map(|number| user::ActiveModel {
            id: Set((1 + *number).into()),
            nickname: Set(nickname(*number)),
            name: Set("Someone".to_owned()),
            password_hash: Set("none".to_owned()),
            phone: Set(None),
            picture_at: Set(None),
            created_at: Set(now),
            disabled_at: Set(None),
            admin_at: Set(None),
            language: Set(None),
        });
        let insert = user::Entity::insert_many(people);
        insert.exec_without_returning(db).await.unwrap();
        // Every other one is of the other server.
        let members = rows.iter().map(|number| member::ActiveModel {
            server_id: Set(if number % 2 == 0 { SERVER } else { OTHER }),
            user_id: Set((1 + *number).into()),
            joined_at: Set(now),
            position: Set(None),
        });
        let insert = member::Entity::insert_many(members);
        insert.exec_without_returning(db).await.unwrap();
    }

    /// Nobody but a crowd.
    async fn clear(&self) {
        let people = user::Entity::delete_many().filter(user::Column::Id.lte(ROWS));
        people.exec(&*self.0.app.db).await.unwrap();
    }

    async fn go(&self, rows: &[i64]) {
        member::Entity::delete_many()
            .filter(member::Column::UserId.is_in(rows.iter().map(|number| 1 + number)))
            .exec(&*self.0.app.db)
            .await
            .unwrap();
    }

    async fn page(&self, begin: list::MemberStart<'_>, size: u64) -> Vec<String> {
        let page = list::page(&self.0.app.db, SERVER, "n", begin, size).await.unwrap();
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
        let begin = after.map_or(list::MemberStart::First, |last| list::MemberStart::After(last));
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
        let page = self.0.page(list::MemberStart::Before(before), size).await;
        page.into_iter().rev().map(Reverse).collect()
    }
}

/// Back and forth, by all scripts.
async fn walks(instance: &TestInstance) {
    for script in all_scripts(60) {
        Members(instance).clear().await;
        walk(&Forth(Members(instance)), &script).await;
        Members(instance).clear().await;
        walk(&Back(Members(instance)), &script).await;
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn a_member_list_shows_each_member_once_in_both_directions_despite_changes() {
    let instance = TestInstance::open().await;
    walks(&instance).await;
}

/// Shows: random.cursors
#[tokio::test]
async fn a_roll_that_is_too_large_to_be_sorted_does_so_too() {
    let instance = TestInstance::open().await;
    // Their nicknames are before all that is asked for.
    let crowd = format!(
        "WITH RECURSIVE crowd(n) AS (SELECT {} UNION ALL SELECT n + 1 FROM crowd WHERE n <= {})",
        1 + ROWS,
        1 + ROWS + i64::try_from(list::SORTED).unwrap(),
    );
    for table in [
        "users (id, nickname, name, password_hash, created_at) {crowd} SELECT n, 'a' || n, 'Someone', '', 0".to_owned(),
        format!("members (server_id, user_id, joined_at) {{crowd}} SELECT {SERVER}, n, 0"),
    ] {
        let fill = format!("INSERT INTO {} FROM crowd", table.replace("{crowd}", &crowd));
        instance.app.db.execute_unprepared(&fill).await.unwrap();
    }
    assert!(list::count(&instance.app.db, SERVER).await.unwrap() > list::SORTED);
    walks(&instance).await;
}
