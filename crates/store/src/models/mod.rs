//! One file per table or aggregate: its rows, its queries, and the rules that need the database. A folder uses only those
//! before it: instance, accounts, logs, servers, webhooks, messages, oauth, lifecycle, cleanup.
//! Rules that need no database are in `chat`; how a post becomes a stored message is in `posting`.

pub mod accounts;
mod batch;
pub mod cleanup;
pub mod instance;
mod key_range;
pub mod lifecycle;
pub mod logs;
pub mod messages;
pub mod oauth;
mod sealed_column;
pub mod servers;
pub mod tombstone;
pub mod webhooks;

pub use accounts::authenticator::Model as Authenticator;
pub use accounts::passkey::Model as Passkey;
pub use accounts::password_reset::Model as PasswordReset;
pub use accounts::phone_code::Model as PhoneCode;
pub use accounts::recovery_code::Model as RecoveryCode;
pub use accounts::saved_form::Model as SavedForm;
pub use accounts::security_event::Model as SecurityEvent;
pub use accounts::session::Model as Session;
pub use accounts::sign_in_ticket::Model as SignInTicket;
pub use accounts::trusted_browser::Model as TrustedBrowser;
pub use accounts::user::Model as User;
pub use instance::act::{Model as InstanceAct, Operator};
pub use lifecycle::suspension::Suspendable;
pub use logs::app_event::Model as AppEvent;
pub use logs::delivery::Model as Delivery;
pub use messages::message::Model as Message;
pub use messages::message_report::Model as MessageReport;
pub use messages::version::Model as MessageVersion;
pub use oauth::app_collaborator::Model as AppCollaborator;
pub use oauth::app_report::Model as AppReport;
pub use oauth::app_transfer::Model as AppTransfer;
pub use oauth::authorization_code::Model as AuthorizationCode;
pub use oauth::client_secret::Model as ClientSecret;
pub use oauth::device_code::Model as DeviceCode;
pub use oauth::grant::Model as Grant;
pub use oauth::oauth_app::Model as OauthApp;
pub use servers::channel::Model as Channel;
pub use servers::invite::Model as Invite;
pub use servers::membership::Membership;
pub use servers::overwrite::Model as Overwrite;
pub use servers::role::Model as Role;
pub use servers::server::Model as Server;
pub use servers::server_transfer::Model as ServerTransfer;
pub use webhooks::webhook::Model as Webhook;
