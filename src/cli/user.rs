//! `portico user …`: manages accounts from the operator's terminal.
//! Works directly on the database, whether or not the portal is running.

use std::io::BufRead;

use clap::Subcommand;
use serde_json::{Value, json};

use super::print::{print_done, print_lines, tell, write_line};
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

    /// What was done, as it is printed: `told` for people, or JSON with what is in `more`.
    fn describe(&self, user: &User, act: Act, changed: bool, told: &str, more: Value) -> String {
        if !self.json {
            return told.to_owned();
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
}

/// What a command prints.
enum Outcome {
    /// What was asked for; every line ends with a line break.
    Listed(String),
    /// What was done.
    Done(String),
    /// The same, with a password that was generated and is shown nowhere else.
    PasswordMade { text: String, nickname: String },
}

impl Outcome {
    /// What was done with a password, which is known already if it came from standard input.
    fn with_password(text: String, user: &User, from_stdin: bool) -> Self {
        match from_stdin {
            true => Self::Done(text),
            false => Self::PasswordMade {
                text,
                nickname: user.nickname.clone(),
            },
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
    let app = App::open(config, clock()).await?;
    let done = carry_out(&app, command).await.map_err(sentence);
    // If it is not released, the node number is free again after a minute.
    let _ = app.release_lease().await;
    done?.print()
}

async fn carry_out(app: &App, command: UserCommand) -> Result<Outcome> {
    Ok(match command {
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
            let text = if json {
                let made = json!({
                    "id": user.id,
                    "nickname": user.nickname,
                    "password": password.expose(),
                });
                made.to_string()
            } else {
                let told = format!("Created the account {} (ID {}).", user.nickname, user.id);
                told + &made_password_line(&password, password_stdin)
            };
            Outcome::with_password(text, &user, password_stdin)
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
            Outcome::Done(why.describe(&user, Act::PhoneVerified, true, &told, more))
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
            ) + &made_password_line(&password, password_stdin);
            let made = if password_stdin {
                json!({})
            } else {
                json!({ "password": password.expose() })
            };
            let text = why.describe(&user, Act::PasswordReset, true, &told, made);
            Outcome::with_password(text, &user, password_stdin)
        }
        UserCommand::ResetSecondFactor { nickname, why } => {
            let user = find(app, &nickname).await?;
            let done = second_step_setup::reset(app, &user, &why.operator()).await?;
            let told = if done {
                format!("{} signs in with the password alone now.", user.nickname)
            } else {
                format!("{} had no second step.", user.nickname)
            };
            Outcome::Done(why.describe(&user, Act::SecondStepReset, done, &told, json!({})))
        }
        UserCommand::Disable { nickname, why } => {
            let user = find(app, &nickname).await?;
            let done = user.disable(app, &why.operator()).await?;
            let told = if done {
                format!("{} is disabled and signed out everywhere.", user.nickname)
            } else {
                format!("{} was already disabled.", user.nickname)
            };
            Outcome::Done(why.describe(&user, Act::UserDisabled, done, &told, json!({})))
        }
        UserCommand::Enable { nickname, why } => {
            let user = find(app, &nickname).await?;
            let done = user.enable(app, &why.operator()).await?;
            let told = if done {
                format!("{} is enabled and can sign in again.", user.nickname)
            } else {
                format!("{} was not disabled.", user.nickname)
            };
            Outcome::Done(why.describe(&user, Act::UserEnabled, done, &told, json!({})))
        }
        UserCommand::SignOut { nickname, why } => {
            let user = find(app, &nickname).await?;
            user.sign_out_everywhere(app, &why.operator()).await?;
            let told = format!("{} is signed out everywhere.", user.nickname);
            Outcome::Done(why.describe(&user, Act::SessionsEnded, true, &told, json!({})))
        }
        UserCommand::Delete { nickname, yes, why } => {
            let user = find(app, &nickname).await?;
            if !yes {
                return Err(Error::fault(
                    "yes",
                    format!(
                        "This would delete the account {} (ID {}) for good. Run it again with --yes.",
                        user.nickname, user.id
                    ),
                ));
            }
            let deleted = user.delete_by_operator(app, &why.operator()).await;
            deleted.map_err(|err| match err {
                Error::SignedOut => Error::fault(
                    "nickname",
                    format!(
                        "{} was changed at the same moment. Try again.",
                        user.nickname
                    ),
                ),
                err => err,
            })?;
            let told = format!(
                "{} is deleted. Messages stay, under “deleted user”.",
                user.nickname
            );
            Outcome::Done(why.describe(&user, Act::UserDeleted, true, &told, json!({})))
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
            Outcome::Done(why.describe(&user, act, done, &told, json!({})))
        }
        UserCommand::List { json } => Outcome::Listed(list(app, json).await?),
    })
}

async fn list(app: &App, as_json: bool) -> Result<String> {
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
        return Ok(format!("{}\n", json!(list)));
    }
    if users.is_empty() {
        return Ok("There are no accounts yet.\n".to_owned());
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
            if user.is_disabled() {
                "  (disabled)"
            } else {
                ""
            }
        );
    }
    Ok(lines)
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
