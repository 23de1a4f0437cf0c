//! One file a table or aggregate: its rows, what is asked of them, the rules that need the database.
//! Rules that need none stand in `chat`; the path of a post to a durable message in `delivery`.

pub mod app_event;
pub mod authorization_code;
pub mod channel;
pub mod client_secret;
pub mod delivery;
pub mod feed;
pub mod grant;
pub mod idempotency_key;
pub mod inbox;
pub mod invite;
pub mod member;
pub mod mention;
pub mod message;
pub mod node;
pub mod oauth_app;
pub mod overwrite;
pub mod phone_code;
pub mod picture;
pub mod places;
pub mod read_mark;
pub mod redirect_uri;
pub mod role;
pub mod server;
pub mod session;
pub mod standing;
pub mod throttle;
pub mod user;
pub mod webhook;

pub use app_event::Model as AppEvent;
pub use authorization_code::Model as AuthorizationCode;
pub use channel::Model as Channel;
pub use client_secret::Model as ClientSecret;
pub use delivery::Model as Delivery;
pub use grant::Model as Grant;
pub use invite::Model as Invite;
pub use message::Model as Message;
pub use oauth_app::Model as OauthApp;
pub use overwrite::Model as Overwrite;
pub use phone_code::Model as PhoneCode;
pub use role::Model as Role;
pub use server::Model as Server;
pub use session::Model as Session;
pub use standing::Standing;
pub use user::Model as User;
pub use webhook::Model as Webhook;
