//! `/settings/phone`: verifying a phone number with a code, and then going on to what needed it (`next`). Other modules
//! decide what requires a verified number.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use crate::app::App;
use crate::routes::continuation::Continuation;
use crate::routes::guards::{Browser, ClientAddress, SignedIn};
use crate::routes::page::{Answer, Page, ReaderLanguage, form_faults};
use crate::routes::peer::IsOnThisMachine;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::phone::Number;
use portico_store::models::PhoneCode;
use portico_store::models::accounts::phone_code::SendCertainty;
use portico_store::phone::SmsError;

const PATH: &str = "/settings/phone";

#[derive(FromForm)]
pub(crate) struct Send<'r> {
    #[field(default = "")]
    phone: &'r str,
    /// To the number of the previous code, which the page shows masked.
    #[field(default = false)]
    resend: bool,
    #[field(default = "")]
    next: &'r str,
}

#[derive(FromForm)]
pub(crate) struct Verify<'r> {
    #[field(default = "")]
    code: &'r str,
    #[field(default = "")]
    next: &'r str,
}

/// State of the page besides the stored one.
#[derive(Clone, Copy)]
struct PhoneView<'a> {
    /// The typed number, if it has an error.
    phone: &'a str,
    /// Where to go on with a verified number, if not here.
    next: &'a str,
    here: IsOnThisMachine,
}

impl PhoneView<'_> {
    /// Where to go on; none but on this site.
    fn next(&self) -> Option<Continuation> {
        Continuation::read(self.next)
    }

    /// The address of the page.
    fn address(&self) -> String {
        self.next().map_or_else(|| PATH.to_owned(), |next| next.after(PATH))
    }
}

/// The page in its present state. Where text messages only go to the outbox, it shows the text to those who could read the
/// outbox.
async fn page(app: &App, me: SignedIn<'_>, shown: PhoneView<'_>) -> Result<Page> {
    let PhoneView { phone, here, .. } = shown;
    let code = PhoneCode::latest_of(app, me.id).await?;
    let number = code.as_ref().and_then(PhoneCode::number);
    let outbox = app.sms.outbox();
    let text = outbox.filter(|_| here.0).zip(number).and_then(|(outbox, number)| {
        let mut messages = outbox.messages().into_iter();
        messages.find(|message| message.to == number.e164())
    });
    Ok(Page::new(
        "settings/phone",
        context! {
            phone,
            next: shown.next().as_ref().map_or("", Continuation::as_str),
            verified: me.masked_phone(),
            sent: code.map(|code| sent(app, &code)),
            can_send: app.sms.is_set(),
            outbox: outbox.is_some(),
            text: text.map(|message| message.text),
        },
    ))
}

/// Template context of a code that was sent.
fn sent(app: &App, code: &PhoneCode) -> Value {
    let now = app.now();
    json!({
        "to": code.number().map(|number| number.masked()),
        "works": code.works(now),
        "tries_left": code.tries_left(),
        "expires_at": code.expires_at,
        "resend_in": code.resend_in_secs(now),
    })
}

#[get("/settings/phone?<next>")]
pub(crate) async fn show(me: SignedIn<'_>, next: Option<&str>, app: &App, here: IsOnThisMachine) -> Result<Page> {
    let next = next.unwrap_or_default();
    let phone = "";
    page(app, me, PhoneView { phone, next, here }).await
}

#[post("/settings/phone", data = "<form>")]
pub(crate) async fn send(
    form: Form<Send<'_>>,
    me: SignedIn<'_>,
    app: &App,
    address: ClientAddress,
    language: ReaderLanguage,
    here: IsOnThisMachine,
) -> Result<Answer> {
    // The owner of the number can sign in with it and reset the password, so it can't be replaced from a browser that
    // was left unattended, nor past a second step.
    me.require_fresh(app)?;
    me.require_second_step(app).await?;
    app.throttle.check_address(LimitKind::PhoneAddress, address.0).await?;
    let sent = match number(&form, me, app).await {
        Ok(number) => PhoneCode::send(app, me.id, &number, (address.0, language.0)).await,
        Err(err) => Err(err),
    };
    let mut shown = PhoneView { phone: "", next: form.next, here };
    if let Ok(SendCertainty::Perhaps) = sent {
        // The code can be entered, but may never arrive.
        let fault = FieldErrors::one("phone", SmsError::Unsure.to_string());
        return Ok(Answer::Shown(page(app, me, shown).await?.faults(&fault)));
    }
    Ok(match form_faults(sent)? {
        Err(faults) => {
            shown.phone = form.phone;
            Answer::Shown(page(app, me, shown).await?.faults(&faults))
        }
        Ok(_) => Answer::to(shown.address()),
    })
}

/// The number that the form names.
async fn number(form: &Send<'_>, me: SignedIn<'_>, app: &App) -> Result<Number> {
    if form.resend
        && let Some(code) = PhoneCode::latest_of(app, me.id).await?
        && let Some(number) = code.number()
    {
        return Ok(number);
    }
    Number::parse(form.phone).map_err(|err| Error::fault("phone", err.to_string()))
}

#[post("/settings/phone/verify", data = "<form>")]
pub(crate) async fn verify(
    form: Form<Verify<'_>>,
    me: SignedIn<'_>,
    app: &App,
    browser: Browser<'_>,
    here: IsOnThisMachine,
) -> Result<Answer> {
    me.require_fresh(app)?;
    me.require_second_step(app).await?;
    app.throttle.check_address(LimitKind::PhoneGuessAddress, browser.address).await?;
    let redeemed = PhoneCode::redeem(app, (me.session, me.user), form.code, browser.0).await;
    Ok(match form_faults(redeemed)? {
        Err(faults) => {
            let shown = PhoneView { phone: "", next: form.next, here };
            Answer::Shown(page(app, me, shown).await?.faults(&faults))
        }
        Ok(()) => {
            let next = Continuation::read(form.next);
            let next = next.as_ref().map_or(PATH, Continuation::as_str);
            Answer::said(next, "Your phone is verified.")
        }
    })
}

#[post("/settings/phone/remove")]
pub(crate) async fn remove(me: SignedIn<'_>, app: &App, browser: Browser<'_>) -> Result<Answer> {
    me.require_fresh(app)?;
    me.require_second_step(app).await?;
    let number = me.verified_phone().ok_or(Error::NotFound)?;
    me.user.remove_phone(app, me.session, &number, browser.0).await?;
    Ok(Answer::said(PATH, "Your number is removed."))
}
