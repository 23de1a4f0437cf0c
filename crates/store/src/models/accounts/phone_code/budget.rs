//! Budgets of text messages: for a number one in half a minute and five a day of each kind; for an account the new numbers
//! it enters, and notices; where texts cost money, for an address, for its site and for the whole instance; and how many
//! reset codes may be tried for an account. All are stored under keyed hashes.

use std::net::IpAddr;

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{CaseStatement, ExprTrait, OnConflict};

use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::UserId;
use portico_rules::network::{network_of, share_site_of};
use portico_rules::phone::Number;

/// How long a number rests between two texts.
pub const RESEND_MS: Millis = 30 * 1000;
/// How many texts a number gets in a day, which begins with the first of them.
pub const TEXTS_A_DAY: i32 = 5;
/// How many codes to reset a password may be tried in a day at an account, over all codes that were sent.
pub const GUESSES_A_DAY: i32 = 10;
/// How many times in a day an account may have a text sent to a number other than its last one.
pub const MAX_NEW_NUMBERS_A_DAY: i32 = 5;
/// How many notices about an account are sent in a day; instead of the next one, a summary is sent, and then none.
pub const MAX_NOTICES_A_DAY: i32 = 3;

/// The parts of the instance's texts of a day (`sms.a_day`). Together they are no more than the whole.
struct DayShares {
    /// How many codes of all kinds.
    codes: u32,
    /// How many codes may have been sent when one more is sent to verify a number: the rest is for resetting passwords.
    verification: u32,
    /// How many notices that are not the first of their account and day.
    notices: u32,
    /// How many codes of each of the two kinds are sent for requests from one site: together a fifth of the whole.
    site: u32,
}

impl DayShares {
    fn new(core: &Core) -> Self {
        match core.config.texts.a_day {
            None => Self { codes: u32::MAX, verification: u32::MAX, notices: u32::MAX, site: u32::MAX },
            Some(a_day) => {
                let (notices, for_resets) = (a_day / 10, a_day / 5);
                Self {
                    codes: a_day - notices,
                    verification: a_day - notices - for_resets,
                    notices,
                    site: Ord::max(a_day / 10, 1),
                }
            }
        }
    }
}

/// The texts of one number, or from one address, or the guesses at an account's codes, in a day.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "phone_budgets")]
pub struct Model {
    /// The number, the address or the account under the instance key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub phone_mac: Vec<u8>,
    /// How many were sent, or are on their way.
    pub sent: i32,
    /// When the last one was.
    pub last_sent_at: i64,
    /// When the day ends.
    pub resets_at: i64,
}

portico_platform::database::no_relations!();

/// The purpose of a text. Each has budgets of its own: a refusal on the page of the phone would otherwise show that the
/// number got a text to reset a password, and so whose number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::models) enum TextPurpose {
    /// To verify a number.
    Verification {
        /// The account, where the number is not the one that it was last sent a code to.
        new_for: Option<UserId>,
    },
    /// To reset a password.
    Reset,
}

impl TextPurpose {
    /// The purposes for which the keys of its budgets are derived.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::Verification { .. } => ["phone budget", "phone budget by address", "phone budget by site"],
            Self::Reset => ["reset budget", "reset budget by address", "reset budget by site"],
        }
    }
}

/// The budget that a text is paid from.
struct Budget {
    mac: Vec<u8>,
    rest_ms: Millis,
    a_day: i32,
}

impl Budget {
    fn of_number(core: &Core, purpose: TextPurpose, number: &Number) -> Self {
        let [of_number, ..] = purpose.names();
        let mac = core.key.name(of_number, &[number.e164().as_bytes()]);
        Self { mac: mac.to_vec(), rest_ms: RESEND_MS, a_day: TEXTS_A_DAY }
    }

    /// The budgets of an address: its own, and that of the site around it.
    fn of_address(core: &Core, purpose: TextPurpose, address: IpAddr, a_day: u32) -> [Self; 2] {
        let [_, by_address, by_site] = purpose.names();
        let of = |what, bytes: &[u8], a_day| Self::without_rest(core.key.name(what, &[bytes]), a_day);
        let own = match network_of(address) {
            IpAddr::V4(v4) => of(by_address, &v4.octets(), a_day),
            IpAddr::V6(v6) => of(by_address, &v6.octets(), a_day),
        };
        let site = of(by_site, &share_site_of(address).octets(), DayShares::new(core).site);
        [own, site]
    }

    /// The budget of the new numbers that an account enters.
    fn of_new_numbers(core: &Core, user_id: UserId) -> Self {
        let mac = core.key.name("phone budget by account", &[&user_id.get().to_be_bytes()]);
        Self { mac: mac.to_vec(), rest_ms: 0, a_day: MAX_NEW_NUMBERS_A_DAY }
    }

    /// The budget of the notices about an account, with the summary.
    fn of_notices(core: &Core, user_id: UserId) -> Self {
        let mac = core.key.name("notice budget by account", &[&user_id.get().to_be_bytes()]);
        Self { mac: mac.to_vec(), rest_ms: 0, a_day: MAX_NOTICES_A_DAY + 1 }
    }

    /// The budget of all codes that this instance sends.
    fn of_codes(core: &Core, a_day: u32) -> Self {
        Self::without_rest(core.key.name("phone budget of the instance", &[]), a_day)
    }

    /// The budget of all notices that this instance sends.
    fn of_all_notices(core: &Core, a_day: u32) -> Self {
        Self::without_rest(core.key.name("notice budget of the instance", &[]), a_day)
    }

    fn without_rest(mac: [u8; 32], a_day: u32) -> Self {
        Self { mac: mac.to_vec(), rest_ms: 0, a_day: i32::try_from(a_day).unwrap_or(i32::MAX) }
    }

    /// The budget that pays for guesses at codes to reset a password.
    fn of_guesses(core: &Core, guesses: Guesses<'_>) -> Self {
        let mac = match guesses {
            Guesses::Login(mac) => core.key.name("reset guesses by login", &[mac]),
            Guesses::Account(id) => core.key.name("reset guesses by account", &[&id.get().to_be_bytes()]),
            Guesses::NoAccount(mac) => core.key.name("reset guesses without account", &[mac]),
        };
        Self { mac: mac.to_vec(), rest_ms: 0, a_day: GUESSES_A_DAY }
    }

    /// Counts a text, if one may be sent now; else returns why not. The statement decides,
    /// so that of requests side by side no more go through than may.
    async fn take(&self, write: &Conn, now: Millis) -> Result<BudgetOutcome> {
        if self.count(write, now).await? {
            return Ok(BudgetOutcome::Yes);
        }
        let spent = Entity::find_by_id(self.mac.clone()).one(write).await?;
        Ok(match spent {
            Some(spent) if spent.sent >= self.a_day && now < spent.resets_at => {
                BudgetOutcome::NotToday(secs_until(spent.resets_at, now))
            }
            spent => {
                let next = spent.map_or(now, |spent| spent.last_sent_at + self.rest_ms);
                BudgetOutcome::NotYet(secs_until(next, now))
            }
        })
    }

    /// The same without the reason.
    async fn count(&self, write: &Conn, now: Millis) -> Result<bool> {
        let column = |column: Column| Expr::col((Entity, column));
        let day_is_over = || ExprTrait::lte(column(Column::ResetsAt), now);
        let may = day_is_over().or(ExprTrait::lt(column(Column::Sent), self.a_day));
        // Clocks of nodes differ a little: a budget without a rest does not compare times.
        let may = match self.rest_ms {
            0 => may,
            rest_ms => may.and(ExprTrait::lte(column(Column::LastSentAt), now - rest_ms)),
        };
        let first = ActiveModel {
            phone_mac: Set(self.mac.clone()),
            sent: Set(1),
            last_sent_at: Set(now),
            resets_at: Set(now + DAY_MS),
        };
        let counted = Entity::insert(first)
            .on_conflict(
                OnConflict::column(Column::PhoneMac)
                    .value(
                        Column::Sent,
                        CaseStatement::new().case(day_is_over(), 1).finally(ExprTrait::add(column(Column::Sent), 1)),
                    )
                    .value(Column::LastSentAt, now)
                    .value(
                        Column::ResetsAt,
                        CaseStatement::new().case(day_is_over(), now + DAY_MS).finally(column(Column::ResetsAt)),
                    )
                    .action_and_where(may)
                    .to_owned(),
            )
            .exec_without_returning(write)
            .await?;
        Ok(counted == 1)
    }

    /// Uncounts a text that was counted at `then` and not sent. Where another day has begun, or another text was
    /// counted since, these stay as they are.
    async fn refund(&self, write: &Conn, then: Millis) -> Result<()> {
        let rested = CaseStatement::new()
            .case(Expr::col(Column::LastSentAt).eq(then), then - self.rest_ms)
            .finally(Expr::col(Column::LastSentAt));
        Entity::update_many()
            .col_expr(Column::Sent, Expr::col(Column::Sent).sub(1))
            .col_expr(Column::LastSentAt, rested.into())
            .filter(Column::PhoneMac.eq(self.mac.clone()))
            .filter(Column::Sent.gt(0))
            .filter(Column::ResetsAt.lte(then + DAY_MS))
            .exec(write)
            .await?;
        Ok(())
    }
}

/// The result of counting a text.
enum BudgetOutcome {
    Yes,
    /// After so many seconds.
    NotYet(i64),
    /// After so many seconds, when the day ends.
    NotToday(i64),
}

/// Whose codes are guessed at.
#[derive(Clone, Copy)]
pub(in crate::models) enum Guesses<'a> {
    /// Those requested by a name, whether or not an account has it.
    Login(&'a [u8]),
    /// Those of an account, by whatever name they were requested.
    Account(UserId),
    /// The counterpart for a name without an account, so that the work is the same.
    NoAccount(&'a [u8]),
}

/// Counts a guess at a code, unless the day's limit is reached: then returns the seconds until the day ends.
/// The statement decides, so that of guesses side by side no more go through than may.
pub(in crate::models) async fn guess(core: &Core, write: &Conn, guesses: Guesses<'_>) -> Result<Result<(), i64>> {
    let taken = Budget::of_guesses(core, guesses).take(write, core.now()).await?;
    Ok(match taken {
        BudgetOutcome::Yes => Ok(()),
        BudgetOutcome::NotYet(wait) | BudgetOutcome::NotToday(wait) => Err(wait),
    })
}

/// A text that is counted.
pub(super) struct BudgetUse {
    budgets: Vec<Budget>,
    then: Millis,
    /// The codes of the instance's day; none for a notice.
    today: Option<Model>,
}

impl BudgetUse {
    /// When it was counted.
    pub(super) fn then(&self) -> Millis {
        self.then
    }

    /// Logs once a day each that the codes that may verify numbers are nearly spent, that they are, and that all codes are.
    /// To be called once the count is committed.
    pub(super) fn warn(&self, core: &Core) {
        let (Some(a_day), Some(today)) = (core.config.texts.a_day, &self.today) else {
            return;
        };
        let shares = DayShares::new(core);
        let (codes, verification) = (i64::from(shares.codes), i64::from(shares.verification));
        let sent = i64::from(today.sent);
        let alarm = &core.text_alarm;
        if sent == codes && alarm.spent.is_first_of(today.resets_at) {
            tracing::error!(
                sent,
                a_day,
                "the text messages of the day are used up (sms.a_day): no more codes are sent until it ends"
            );
        } else if sent == verification && verification < codes && alarm.reserve.is_first_of(today.resets_at) {
            tracing::error!(
                sent,
                a_day,
                "only the text messages that are reserved for password resets are left today (sms.a_day): no more \
                 codes to verify a phone are sent until the day ends"
            );
        } else if sent == (verification * 4 + 4) / 5 && alarm.nearly.is_first_of(today.resets_at) {
            tracing::warn!(
                sent,
                a_day,
                "80 % of the text messages of a day that may verify phones are used (sms.a_day)"
            );
        }
    }

    /// Uncounts it: it was not sent, and would otherwise delay one that is.
    ///
    /// # Errors
    /// When the database can't be reached; it then counts as sent.
    pub(super) async fn refund(self, core: &Core) -> Result<()> {
        let write = core.begin().await?;
        for budget in &self.budgets {
            budget.refund(&write, self.then).await?;
        }
        write.commit().await?;
        Ok(())
    }
}

/// As [`guess`], for a count that no response may show: returns only whether the guess is allowed, by one statement
/// either way.
pub(in crate::models) async fn guess_unseen(core: &Core, write: &Conn, guesses: Guesses<'_>) -> Result<bool> {
    Budget::of_guesses(core, guesses).count(write, core.now()).await
}

/// How many text messages this instance has sent today, all its processes together.
#[boxed]
pub async fn sent_today(core: &Core) -> Result<i32> {
    let of_codes = Column::PhoneMac.eq(Budget::of_codes(core, 0).mac);
    let of_notices = Column::PhoneMac.eq(Budget::of_all_notices(core, 0).mac);
    let rows =
        Entity::find().filter(of_codes.or(of_notices)).filter(Column::ResetsAt.gt(core.now())).all(&*core.db).await?;
    Ok(rows.iter().map(|row| row.sent).fold(0, i32::saturating_add))
}

/// A notice that is counted and to be sent.
pub(super) struct NoticeUse {
    pub(super) spent: BudgetUse,
    /// True if it is the last one of the day, which says that no more follow.
    pub(super) is_summary: bool,
}

/// Counts a notice about an account; none where it has had as many as it gets in a day. The first of a day is always sent, so
/// that no one else can suppress it; the further ones of all accounts together have a share of the instance's texts. They
/// take nothing from codes. Only a `write` that is committed counts.
pub(super) async fn spend_on_notice(core: &Core, write: &Conn, user_id: UserId) -> Result<Option<NoticeUse>> {
    let then = core.now();
    let of_account = Budget::of_notices(core, user_id);
    if !of_account.count(write, then).await? {
        return Ok(None);
    }
    let sent = Entity::find_by_id(of_account.mac.clone()).one(write).await?.map_or(1, |row| row.sent);
    let limit = if sent == 1 { u32::MAX } else { DayShares::new(core).notices };
    let of_instance = Budget::of_all_notices(core, limit);
    if !of_instance.count(write, then).await? {
        return Ok(None);
    }
    let spent = BudgetUse { budgets: vec![of_account, of_instance], then, today: None };
    Ok(Some(NoticeUse { spent, is_summary: sent > MAX_NOTICES_A_DAY }))
}

/// Counts a text to `number` that is requested from `address`. Only a `write` that is committed counts. The cost of all
/// texts together is counted for every purpose.
///
/// # Errors
/// [`Error::limited`] by `phone`, with a sentence about when the next one can be requested.
pub(super) async fn spend(
    core: &Core,
    write: &Conn,
    purpose: TextPurpose,
    (number, address): (&Number, IpAddr),
) -> Result<BudgetUse> {
    let then = core.now();
    let mut budgets = Vec::new();
    // The address first: one that has requested too much can't use up the budgets of numbers.
    if let Some(a_day) = core.sms.a_day_per_address() {
        for of_address in Budget::of_address(core, purpose, address, a_day) {
            if let BudgetOutcome::NotYet(wait) | BudgetOutcome::NotToday(wait) = of_address.take(write, then).await? {
                let sentence =
                    format!("Too many codes were requested from your network today. {}", retry_after_hours(wait));
                return Err(refusal(sentence, wait));
            }
            budgets.push(of_address);
        }
    }
    let of_number = Budget::of_number(core, purpose, number);
    match of_number.take(write, then).await? {
        BudgetOutcome::Yes => budgets.push(of_number),
        BudgetOutcome::NotYet(wait) => {
            let sentence = match wait {
                0 | 1 => "A code was just sent. You can request another one in a second.".to_owned(),
                secs => {
                    format!("A code was just sent. You can request another one in {secs} seconds.")
                }
            };
            return Err(refusal(sentence, wait));
        }
        BudgetOutcome::NotToday(wait) => {
            let sentence = format!(
                "This number has been sent {TEXTS_A_DAY} codes today, which is the limit. {}",
                retry_after_hours(wait)
            );
            return Err(refusal(sentence, wait));
        }
    }
    if let TextPurpose::Verification { new_for: Some(user_id) } = purpose {
        let of_account = Budget::of_new_numbers(core, user_id);
        if let BudgetOutcome::NotYet(wait) | BudgetOutcome::NotToday(wait) = of_account.take(write, then).await? {
            let sentence = format!(
                "You have entered {MAX_NEW_NUMBERS_A_DAY} different numbers today, which is the limit. {}",
                retry_after_hours(wait)
            );
            return Err(refusal(sentence, wait));
        }
        budgets.push(of_account);
    }
    // Last, since everyone's texts wait for this row.
    let shares = DayShares::new(core);
    let of_instance = match purpose {
        TextPurpose::Verification { .. } => Budget::of_codes(core, shares.verification),
        TextPurpose::Reset => Budget::of_codes(core, shares.codes),
    };
    if let BudgetOutcome::NotYet(wait) | BudgetOutcome::NotToday(wait) = of_instance.take(write, then).await? {
        let sentence = format!("This service has sent all its text messages for today. {}", retry_after_hours(wait));
        return Err(refusal(sentence, wait));
    }
    let today = Entity::find_by_id(of_instance.mac.clone()).one(write).await?;
    budgets.push(of_instance);
    Ok(BudgetUse { budgets, then, today })
}

fn refusal(sentence: String, wait: i64) -> Error {
    let retry_after = u64::try_from(wait).map_or(1, |secs| Ord::max(secs, 1));
    Error::limited("phone", sentence, retry_after)
}

/// The sentence that says after how many hours, rounded up, to try again.
pub(in crate::models) fn retry_after_hours(secs: i64) -> String {
    match (secs + 3599) / 3600 {
        0 | 1 => "Try again in an hour.".to_owned(),
        more => format!("Try again in {more} hours."),
    }
}

/// The seconds from `now` until `then`, rounded up; none where it is past.
pub(in crate::models) fn secs_until(then: Millis, now: Millis) -> i64 {
    (Ord::max(then - now, 0) + 999) / 1000
}
