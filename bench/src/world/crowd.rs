//! Servers with any number of members, for requests that must cost the same in all of them.
//! The members can't sign in; they only exist to be mentioned.

use portico_platform::error::Error;
use portico_store::models::Server;

use super::{calling_all, person, webhook};
use crate::client::Request;
use crate::database::Ground;

/// A server with so many members besides its owner, and a post that mentions all of them. Their IDs start at `first_id`.
pub(crate) async fn crowd(ground: &Ground, name: &str, first_id: u64, members: u64) -> Result<Request, String> {
    let app = ground.open().await?;
    let made = async {
        let owner = person(&app, &name.to_lowercase(), "none").await?;
        let (server, general) = Server::create(&app, owner.id, name).await?;
        let path = webhook(&app, &owner, &general, "Calls").await?;
        Ok::<_, Error>((server.id, Request::json(path, &calling_all())))
    };
    let made = made.await;
    let now = app.now();
    let released = app.release_lease().await;
    let (server_id, request) = made.map_err(|err| format!("{name} could not be made: {err}"))?;
    released.map_err(|err| format!("The node number was not released: {err}"))?;
    let _ = app.db.close().await;

    let numbers = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT CAST({first_id} AS BIGINT) UNION ALL \
         SELECT n + 1 FROM numbers WHERE n + 1 < {})",
        first_id + members
    );
    let people = format!(
        "{numbers} INSERT INTO users (id, nickname, name, password_hash, created_at) \
         SELECT n, 'guest' || n, 'Guest', 'none', {now} FROM numbers"
    );
    let joined = format!(
        "{numbers} INSERT INTO members (server_id, user_id, joined_at) SELECT {server_id}, n, {now} FROM numbers"
    );
    ground.run_together(&[&people, &joined]).await?;
    Ok(request)
}
