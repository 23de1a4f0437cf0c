//! `portico user …`: manages accounts from the operator's terminal.
//! Works directly on the database, whether or not the portal is running.

use std::io::BufRead;

use clap::Subcommand;
use serde_json::{Value, json};

use super::print::{print_done, print_lines, tell, write_line};
use super::{Reason, configured, of_instance, on_instance, reading_instance, sentence};
use crate::app::App;
use portico_crypto::tokens::{Plain, made_password};
use portico_platform::error::{Error, Result};
use portico_rules::phone::Number;
use portico_store::models::accounts::second_step_setup;
use portico_store::models::accounts::user::NewUser;
use portico_store::models::instance::act::Act;
use portico_store::models::{Operator, Server, User};

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Create an account
    ///
    /// Without --password-stdin, a password is generated and printed.
    Create {
        /// How others mention the person: 2 to 32 of a-z 0-9 _ . -
        #[arg(long)]
        nickname: String,
        /// The display name: 1 to 64 characters
        #[arg(long)]
        name: String,
        /// A phone number with its country code, such as +4915112345642; it counts as verified
        #[arg(long, value_name = "NUMBER")]
        phone: Option<String>,
        /// Read the password from the first line of standard input
        #[arg(long)]
        password_stdin: bool,
        /// Print {"id":…,"nickname":"…","password":"…"}
        #[arg(long)]
        json: bool,
    },
    /// Mark a phone number as verified, without a code
    VerifyPhone {
        /// Whose number it is
        nickname: String,
        /// The number with its country code, such as +4915112345642
        number: String,
        #[command(flatten)]
        record: Record,
    },
    /// Set a new password for an account, and sign it out everywhere
    ///
    /// Without --password-stdin, a password is generated and printed.
    ResetPassword {
        /// Whose password it is
        nickname: String,
        /// Read the password from the first line of standard input
        #[arg(long)]
        password_stdin: bool,
        #[command(flatten)]
        record: PasswordRecord,
    },
    /// Remove the second step of an account: the authenticator app, passkeys, recovery codes and trusted browsers
    ///
    /// For a person who has lost them, and whom you have recognised in another way.
    ResetSecondFactor {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        record: Record,
    },
    /// Disable an account: it is signed out everywhere, and no one can sign in to it
    ///
    /// Nothing is deleted. The person's OAuth apps and webhooks keep working, but the webhooks can no longer
    /// mention @all, nor roles that are not mentionable.
    Disable {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        record: Record,
    },
    /// Enable a disabled account again
    Enable {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        record: Record,
    },
    /// Sign an account out everywhere: its sessions and its trusted browsers end
    SignOut {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        record: Record,
    },
    /// Delete an account for good, with its apps
    ///
    /// As when the person deletes it: messages stay, under “deleted user”, and so do webhooks. An account that owns servers is
    /// not deleted.
    Delete {
        /// Whose account it is
        nickname: String,
        /// Delete it; without this, nothing is done
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        record: Record,
    },
    /// Let an account use the console at /admin
    Admin {
        /// Whose account it is
        nickname: String,
        /// Take the console away from it again
        #[arg(long)]
        revoke: bool,
        #[command(flatten)]
        record: Record,
    },
    /// List all accounts, oldest first
    List {
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
}

/// The arguments that commands which change an account have in common.
#[derive(Debug, clap::Args)]
pub(super) struct Record {
    #[command(flatten)]
    reason: Reason,
    /// Print {"id":…,"nickname":"…","act":"…","changed":true}
    #[arg(long)]
    json: bool,
}

impl Record {
    fn operator(&self) -> Result<Operator<'_>> {
        self.reason.operator()
    }

    /// The outcome of a change: `message` for people, or JSON.
    fn outcome(&self, user: &User, act: Act, changed: bool, message: &str) -> UserOutput {
        UserOutput::Done(described(self.json, user, act, changed, message, json!({})))
    }
}

/// The same of a command that sets a password.
#[derive(Debug, clap::Args)]
pub(super) struct PasswordRecord {
    #[command(flatten)]
    reason: Reason,
    /// Print {"id":…,"nickname":"…","act":"…","changed":true,"password":"…"}; no password with --password-stdin
    #[arg(long)]
    json: bool,
}

/// The change that was made, as it is printed: `message` for people, or JSON with what is in `more`.
fn described(as_json: bool, user: &User, act: Act, changed: bool, message: &str, more: Value) -> String {
    if !as_json {
        return message.to_owned();
    }
    let mut line = json!({
        "id": user.id,
        "nickname": user.nickname,
        "act": act.name(),
        "changed": changed,
    });
    if let (Value::Object(line), Value::Object(more)) = (&mut line, more) {
        line.extend(more);
    }
    line.to_string()
}

/// Output of a command.
enum UserOutput {
    /// The requested list; every line ends with a line break.
    Listed(String),
    /// The action that was carried out.
    Done(String),
    /// The same, with a password that was generated and is shown nowhere else.
    PasswordMade { text: String, nickname: String },
}

impl UserOutput {
    /// A change with a password, which is known already if it came from standard input.
    fn with_password(text: String, user: &User, from_stdin: bool) -> Self {
        match from_stdin {
            true => Self::Done(text),
            false => Self::PasswordMade { text, nickname: user.nickname.clone() },
        }
    }

    fn print(self) -> Result<(), String> {
        match self {
            Self::Listed(lines) => print_lines(&lines).map(drop),
            Self::Done(line) => print_done(line),
            // Even a closed pipe has lost it.
            Self::PasswordMade { text, nickname } => write_line(text).map_err(|err| {
                format!(
                    "The account {nickname} has a new password, but it is lost, because standard output can't be written: \
                     {err}. Run `portico user reset-password {nickname}` for another."
                )
            }),
        }
    }
}

pub(super) async fn run(command: UserCommand) -> Result<(), String> {
    let config = match command {
        // The first account may be created before the first start.
        UserCommand::Create { .. } => configured()?,
        _ => of_instance()?,
    };
    let outcome = match command {
        UserCommand::List { json } => {
            reading_instance(config, async |app| list(app, json).await.map_err(sentence)).await
        }
        command => {
            let act = async |app: &App| carry_out(app, command).await.map_err(of_account);
            on_instance(config, act).await
        }
    };
    outcome?.print()
}

async fn carry_out(app: &App, command: UserCommand) -> Result<UserOutput> {
    match command {
        UserCommand::Create { nickname, name, phone, password_stdin, json } => {
            let phone = phone.as_deref().map(number).transpose()?;
            let password = password(password_stdin)?;
            let new = NewUser { nickname: &nickname, name: &name, password: password.expose() };
            let user = User::create(app, new, phone.as_ref(), &Operator::TERMINAL).await?;
            if let Some(number) = &phone {
                warn_of_number(app, number);
            }
            Ok(created(&user, &password, password_stdin, json))
        }
        UserCommand::VerifyPhone { nickname, number, record } => verify_phone(app, &nickname, &number, &record).await,
        UserCommand::ResetPassword { nickname, password_stdin, record } => {
            reset_password(app, &nickname, password_stdin, &record).await
        }
        UserCommand::ResetSecondFactor { nickname, record } => reset_second_step(app, &nickname, &record).await,
        UserCommand::Disable { nickname, record } => disable(app, &nickname, &record).await,
        UserCommand::Enable { nickname, record } => enable(app, &nickname, &record).await,
        UserCommand::SignOut { nickname, record } => sign_out(app, &nickname, &record).await,
        UserCommand::Delete { nickname, yes, record } => delete(app, &nickname, yes, &record).await,
        UserCommand::Admin { nickname, revoke, record } => set_admin(app, &nickname, revoke, &record).await,
        UserCommand::List { json } => list(app, json).await,
    }
}

/// An account that was created, as it is printed.
fn created(user: &User, password: &Plain, from_stdin: bool, as_json: bool) -> UserOutput {
    let text = if as_json {
        let made = json!({
            "id": user.id,
            "nickname": user.nickname,
            "password": password.expose(),
        });
        made.to_string()
    } else {
        let message = format!("Created the account {} (ID {}).", user.nickname, user.id);
        message + &made_password_line(password, from_stdin)
    };
    UserOutput::with_password(text, user, from_stdin)
}

async fn verify_phone(app: &App, nickname: &str, text: &str, record: &Record) -> Result<UserOutput> {
    let number = number(text)?;
    let user = find(app, nickname).await?;
    user.vouch_for_phone(app, &number, &record.operator()?).await?;
    warn_of_number(app, &number);
    let masked = number.masked();
    let message = format!("{} now has the verified phone number {masked}.", user.nickname);
    let more = json!({ "phone": masked });
    Ok(UserOutput::Done(described(record.json, &user, Act::PhoneVerified, true, &message, more)))
}

async fn reset_password(app: &App, nickname: &str, from_stdin: bool, record: &PasswordRecord) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    let password = password(from_stdin)?;
    user.reset_password(app, &password, &record.reason.operator()?).await?;
    let message = format!("{} has a new password and is signed out everywhere.", user.nickname)
        + &made_password_line(&password, from_stdin);
    let made = match from_stdin {
        true => json!({}),
        false => json!({ "password": password.expose() }),
    };
    let text = described(record.json, &user, Act::PasswordReset, true, &message, made);
    Ok(UserOutput::with_password(text, &user, from_stdin))
}

async fn reset_second_step(app: &App, nickname: &str, record: &Record) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    let done = second_step_setup::reset(app, &user, &record.operator()?).await?;
    let message = if done {
        format!("{} signs in with the password alone now.", user.nickname)
    } else {
        format!("{} had no second step.", user.nickname)
    };
    Ok(record.outcome(&user, Act::SecondStepReset, done, &message))
}

async fn disable(app: &App, nickname: &str, record: &Record) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    let done = user.disable(app, &record.operator()?).await?;
    let message = if done {
        format!("{} is disabled and signed out everywhere.", user.nickname)
    } else {
        format!("{} was already disabled.", user.nickname)
    };
    Ok(record.outcome(&user, Act::UserDisabled, done, &message))
}

async fn enable(app: &App, nickname: &str, record: &Record) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    let done = user.enable(app, &record.operator()?).await?;
    let message = if done {
        format!("{} is enabled and can sign in again.", user.nickname)
    } else {
        format!("{} was not disabled.", user.nickname)
    };
    Ok(record.outcome(&user, Act::UserEnabled, done, &message))
}

async fn sign_out(app: &App, nickname: &str, record: &Record) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    user.sign_out_everywhere(app, &record.operator()?).await?;
    let message = format!("{} is signed out everywhere.", user.nickname);
    Ok(record.outcome(&user, Act::SessionsEnded, true, &message))
}

async fn delete(app: &App, nickname: &str, yes: bool, record: &Record) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    let name = &user.nickname;
    if !yes {
        return Err(Error::fault(
            "yes",
            format!("This would delete the account {name} (ID {}) for good. Run it again with --yes.", user.id),
        ));
    }
    let servers = Server::all_of_owner(&app.db, user.id).await?;
    if !servers.is_empty() {
        return Err(Error::fault("nickname", still_owns(name, &servers)));
    }
    let deleted = user.delete_by_operator(app, &record.operator()?).await;
    deleted.map_err(|err| match err {
        // It got a server since, or its nickname was changed.
        Error::SignedOut | Error::Faults(_) => {
            Error::fault("nickname", format!("{name} was changed at the same moment. Try again."))
        }
        err => err,
    })?;
    let message = format!("{name} is deleted. Messages stay, under “deleted user”.");
    Ok(record.outcome(&user, Act::UserDeleted, true, &message))
}

/// Reason an account can't be deleted, and what the operator can do about it.
fn still_owns(nickname: &str, servers: &[Server]) -> String {
    let names: Vec<&str> = servers.iter().map(|server| server.name.as_str()).collect();
    let mut sentences =
        vec![format!("{nickname} owns {}; an account that owns servers is not deleted.", names.join(", "))];
    for server in servers.iter().filter(|server| server.is_suspended()) {
        sentences.push(format!(
            "{} is suspended; lift its suspension first: portico server restore {}.",
            server.name, server.id
        ));
    }
    sentences.push(format!(
        "Transferring or deleting them is up to {nickname}: `portico user reset-password {nickname}` sets a new password."
    ));
    sentences.join(" ")
}

async fn set_admin(app: &App, nickname: &str, revoke: bool, record: &Record) -> Result<UserOutput> {
    let user = find(app, nickname).await?;
    let done = user.set_admin(app, !revoke, &record.operator()?).await?;
    let name = &user.nickname;
    let (act, message) = match (revoke, done) {
        (false, true) => (Act::AdminGranted, format!("{name} can use the console at /admin now.")),
        (false, false) => (Act::AdminGranted, format!("{name} was already an admin.")),
        (true, true) => (Act::AdminRevoked, format!("{name} can no longer use the console.")),
        (true, false) => (Act::AdminRevoked, format!("{name} was no admin.")),
    };
    Ok(record.outcome(&user, act, done, &message))
}

async fn list(app: &App, as_json: bool) -> Result<UserOutput> {
    let users = User::all(&app.db).await?;
    if as_json {
        let list: Vec<_> = users
            .iter()
            .map(|user| {
                json!({
                    "id": user.id,
                    "nickname": user.nickname,
                    "name": user.name,
                    "phone_verified": user.has_verified_phone(),
                    "disabled": user.is_disabled(),
                    "admin": user.is_admin(),
                    "created_at": user.created_at,
                })
            })
            .collect();
        return Ok(UserOutput::Listed(format!("{}\n", json!(list))));
    }
    if users.is_empty() {
        let none = "There are no accounts yet.\n".to_owned();
        return Ok(UserOutput::Listed(none));
    }
    let mut lines = String::new();
    for user in &users {
        let phone = user.masked_phone();
        lines += &format!(
            "{:>16}  {:<32}  {:<20}  {}{}{}\n",
            user.id,
            user.nickname,
            phone.as_deref().unwrap_or("no verified phone"),
            user.name,
            if user.is_admin() { "  (admin)" } else { "" },
            if user.is_disabled() { "  (disabled)" } else { "" }
        );
    }
    Ok(UserOutput::Listed(lines))
}

async fn find(app: &App, nickname: &str) -> Result<User> {
    User::find_by_nickname(&app.db, nickname).await?.ok_or_else(|| {
        Error::fault(
            "nickname",
            format!("No account has the nickname `{nickname}`. `portico user list` shows them all."),
        )
    })
}

fn number(text: &str) -> Result<Number> {
    Number::parse(text).map_err(|err| Error::fault("phone", err.to_string()))
}

/// The operator knows whose number it is, so any type is accepted; but texts cost the same regardless of who verified
/// it.
fn warn_of_number(app: &App, number: &Number) {
    if number.check_text_messages(&app.config.texts.countries).is_err() {
        tell(format_args!(
            "Portico sends no text messages to {}, so its owner can't reset a forgotten password with a code.",
            number.masked()
        ));
    }
}

/// The password from the first line of standard input, or a generated one.
fn password(from_stdin: bool) -> Result<Plain> {
    if !from_stdin {
        return Ok(made_password());
    }
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|err| Error::fault("password", format!("Standard input can't be read: {err}.")))?;
    Ok(Plain::from(line.trim_end_matches(['\r', '\n'])))
}

/// A further line with a password that was generated. One from standard input is known already.
fn made_password_line(password: &Plain, from_stdin: bool) -> String {
    match from_stdin {
        true => String::new(),
        false => format!("\nPassword: {}", password.expose()),
    }
}

/// A refusal, with the name of the field where the sentence alone doesn't say which one it is.
fn of_account(err: Error) -> String {
    if let Error::Faults(faults) = &err
        && let Some(("name", text)) = faults.iter().next()
    {
        return format!("Display name: {text}");
    }
    sentence(err)
}
