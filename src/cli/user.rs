//! `portico user …`: manages accounts from the operator's terminal.
//! Works directly on the database, whether or not the portal is running.

use std::io::BufRead;

use clap::Subcommand;
use serde_json::{Value, json};

use super::{clock, configured, of_instance};
use crate::app::App;
use crate::error::{Error, Result};
use crate::models::accounts::second_step_setup;
use crate::models::accounts::user::NewUser;
use crate::models::instance::act::Act;
use crate::models::{Operator, User};
use crate::phone::Number;
use crate::security::tokens::{Plain, made_password};

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
        why: Why,
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
        why: Why,
    },
    /// Remove the second step of an account: the authenticator app, recovery codes and trusted browsers
    ///
    /// For a person who has lost them, and whom you have recognised in another way.
    ResetSecondFactor {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        why: Why,
    },
    /// Disable an account: it is signed out everywhere, and no one can sign in to it
    ///
    /// Nothing is deleted. The person's OAuth apps and webhooks keep working, but the webhooks can no longer
    /// mention @all, nor roles that are not mentionable.
    Disable {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        why: Why,
    },
    /// Enable a disabled account again
    Enable {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        why: Why,
    },
    /// Sign an account out everywhere: its sessions and its trusted browsers end
    SignOut {
        /// Whose account it is
        nickname: String,
        #[command(flatten)]
        why: Why,
    },
    /// Let an account use the console at /admin
    Admin {
        /// Whose account it is
        nickname: String,
        /// Take the console away from it again
        #[arg(long)]
        revoke: bool,
        #[command(flatten)]
        why: Why,
    },
    /// List all accounts, oldest first
    List {
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
}

/// What commands that change an account have in common.
#[derive(Debug, clap::Args)]
pub(super) struct Why {
    /// Why, for the audit log of the instance
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    reason: String,
    /// Print {"id":…,"nickname":"…","act":"…","changed":true}
    #[arg(long)]
    json: bool,
}

impl Why {
    fn operator(&self) -> Operator<'_> {
        Operator::on_terminal(self.reason.trim())
    }

    /// Prints what was done: `told` for people, or JSON with what is in `more`.
    fn tell(&self, user: &User, act: Act, changed: bool, told: &str, more: Value) {
        if !self.json {
            println!("{told}");
            return;
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
        println!("{line}");
    }
}

pub(super) async fn run(command: UserCommand) -> Result<(), String> {
    let config = match command {
        // The first account may be created before the first start.
        UserCommand::Create { .. } => configured()?,
        _ => of_instance()?,
    };
    let app = App::open(config, clock()).await?;
    let done = carry_out(&app, command).await.map_err(sentence);
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    done
}

async fn carry_out(app: &App, command: UserCommand) -> Result<()> {
    match command {
        UserCommand::Create {
            nickname,
            name,
            phone,
            password_stdin,
            json,
        } => {
            let phone = phone.as_deref().map(number).transpose()?;
            let password = password(password_stdin)?;
            let new = NewUser {
                nickname: &nickname,
                name: &name,
                password: password.expose(),
            };
            let user = User::create(app, new, phone.as_ref()).await?;
            if let Some(number) = &phone {
                warn_of_number(app, number);
            }
            if json {
                let made = json!({
                    "id": user.id,
                    "nickname": user.nickname,
                    "password": password.expose(),
                });
                println!("{made}");
            } else {
                println!("Created the account {} (ID {}).", user.nickname, user.id);
                print_made(&password, password_stdin);
            }
        }
        UserCommand::VerifyPhone {
            nickname,
            number: text,
            why,
        } => {
            let number = number(&text)?;
            let user = find(app, &nickname).await?;
            user.vouch_for_phone(app, &number, &why.operator()).await?;
            warn_of_number(app, &number);
            let masked = number.masked();
            let nickname = &user.nickname;
            let told = format!("{nickname} now has the verified phone number {masked}.");
            let more = json!({ "phone": masked });
            why.tell(&user, Act::PhoneVerified, true, &told, more);
        }
        UserCommand::ResetPassword {
            nickname,
            password_stdin,
            why,
        } => {
            let user = find(app, &nickname).await?;
            let password = password(password_stdin)?;
            user.reset_password(app, &password, &why.operator()).await?;
            let told = format!(
                "{} has a new password and is signed out everywhere.",
                user.nickname
            );
            let made = if password_stdin {
                json!({})
            } else {
                json!({ "password": password.expose() })
            };
            why.tell(&user, Act::PasswordReset, true, &told, made);
            if !why.json {
                print_made(&password, password_stdin);
            }
        }
        UserCommand::ResetSecondFactor { nickname, why } => {
            let user = find(app, &nickname).await?;
            let done = second_step_setup::reset(app, &user, &why.operator()).await?;
            let told = if done {
                format!("{} signs in with the password alone now.", user.nickname)
            } else {
                format!("{} had no second step.", user.nickname)
            };
            why.tell(&user, Act::SecondStepReset, done, &told, json!({}));
        }
        UserCommand::Disable { nickname, why } => {
            let user = find(app, &nickname).await?;
            let done = user.disable(app, &why.operator()).await?;
            let told = if done {
                format!("{} is disabled and signed out everywhere.", user.nickname)
            } else {
                format!("{} was already disabled.", user.nickname)
            };
            why.tell(&user, Act::UserDisabled, done, &told, json!({}));
        }
        UserCommand::Enable { nickname, why } => {
            let user = find(app, &nickname).await?;
            let done = user.enable(app, &why.operator()).await?;
            let told = if done {
                format!("{} is enabled and can sign in again.", user.nickname)
            } else {
                format!("{} was not disabled.", user.nickname)
            };
            why.tell(&user, Act::UserEnabled, done, &told, json!({}));
        }
        UserCommand::SignOut { nickname, why } => {
            let user = find(app, &nickname).await?;
            user.sign_out_everywhere(app, &why.operator()).await?;
            let told = format!("{} is signed out everywhere.", user.nickname);
            why.tell(&user, Act::SessionsEnded, true, &told, json!({}));
        }
        UserCommand::Admin {
            nickname,
            revoke,
            why,
        } => {
            let user = find(app, &nickname).await?;
            let done = user.set_admin(app, !revoke, &why.operator()).await?;
            let name = &user.nickname;
            let (act, told) = match (revoke, done) {
                (false, true) => (
                    Act::AdminGranted,
                    format!("{name} can use the console at /admin now."),
                ),
                (false, false) => (Act::AdminGranted, format!("{name} was already an admin.")),
                (true, true) => (
                    Act::AdminRevoked,
                    format!("{name} can no longer use the console."),
                ),
                (true, false) => (Act::AdminRevoked, format!("{name} was no admin.")),
            };
            why.tell(&user, act, done, &told, json!({}));
        }
        UserCommand::List { json } => list(app, json).await?,
    }
    Ok(())
}

async fn list(app: &App, as_json: bool) -> Result<()> {
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
        println!("{}", json!(list));
        return Ok(());
    }
    for user in &users {
        let phone = user.masked_phone();
        println!(
            "{:>16}  {:<32}  {:<20}  {}{}{}",
            user.id,
            user.nickname,
            phone.as_deref().unwrap_or("no verified phone"),
            user.name,
            if user.is_admin() { "  (admin)" } else { "" },
            if user.is_disabled() {
                "  (disabled)"
            } else {
                ""
            }
        );
    }
    if users.is_empty() {
        println!("There are no accounts yet.");
    }
    Ok(())
}

async fn find(app: &App, nickname: &str) -> Result<User> {
    User::find_by_nickname(&app.db, nickname)
        .await?
        .ok_or_else(|| {
            Error::fault(
                "nickname",
                format!(
                    "No account has the nickname `{nickname}`. `portico user list` shows them all."
                ),
            )
        })
}

fn number(text: &str) -> Result<Number> {
    Number::parse(text).map_err(|err| Error::fault("phone", err.to_string()))
}

/// The operator knows whose number it is, so any type is accepted; but texts cost the same regardless of who verified
/// it.
fn warn_of_number(app: &App, number: &Number) {
    if number
        .check_text_messages(&app.config.texts.countries)
        .is_err()
    {
        eprintln!(
            "Portico sends no text messages to {}, so its owner can't reset a forgotten password with a code.",
            number.masked()
        );
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

/// A password from standard input is known already.
fn print_made(password: &Plain, from_stdin: bool) {
    if !from_stdin {
        println!("Password: {}", password.expose());
    }
}

/// The output for the operator.
fn sentence(err: Error) -> String {
    let sentence = match &err {
        Error::Faults(faults) => faults.iter().next(),
        _ => None,
    };
    match sentence {
        Some(("name", text)) => format!("Display name: {text}"),
        Some((_, text)) => text.to_owned(),
        None => format!("The database refused it: {err}."),
    }
}
