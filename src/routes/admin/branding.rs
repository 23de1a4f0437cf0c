//! `/admin/branding`: what the instance is called and looks like, and what its start page says.
//! Every page shows it, see `routes::page`; the stylesheet and the logo are sent by `site::branding`.

use rocket::form::{Context, Contextual};
use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::json;

use crate::app::App;
use crate::routes::guards::Admin;
use crate::routes::page::{Answer, Page, form_faults, stylesheet_path};
use crate::routes::sent_form::Form;
use crate::routes::upload::{Upload, too_large};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::accent::{Accent, Palette};
use portico_store::models::instance::branding::{Branding, BrandingChange, MAX_LINK, MAX_NAME, NewLogo};

const HERE: &str = "/admin/branding";
/// The accent colour of the stylesheet in the light theme.
const DEFAULT_ACCENT: &str = "#0a6a57";

/// Which of the page's forms it is. The text fields are read from the form's context, which has them even if the form is cut off
/// after them.
#[derive(FromForm)]
pub(crate) struct WholeForm<'r> {
    #[field(default = "")]
    act: &'r str,
}

/// The fields as they were sent.
#[derive(Default)]
struct BrandingFields<'a> {
    act: &'a str,
    name: &'a str,
    accent: &'a str,
    imprint: &'a str,
    privacy: &'a str,
    headline: &'a str,
    text: &'a str,
}

impl<'a> BrandingFields<'a> {
    fn from_context(form: &'a Context<'_>) -> Self {
        let field = |name| form.field_value(name).unwrap_or_default();
        Self {
            act: field("act"),
            name: field("name"),
            accent: match (field("accent_picker"), field("accent_picker_before")) {
                (picked, before) if picked != before && field("accent") == field("accent_before") => picked,
                _ => field("accent"),
            },
            imprint: field("imprint"),
            privacy: field("privacy"),
            headline: field("headline"),
            text: field("text"),
        }
    }
}

#[get("/admin/branding")]
pub(crate) async fn show(_me: Admin<'_>, app: &App) -> Result<Page> {
    page(app, None).await
}

/// The page with what was sent, or with what is in force.
async fn page(app: &App, typed: Option<&BrandingFields<'_>>) -> Result<Page> {
    let now = Branding::load(&app.db).await?;
    let colour = now.accent.map(String::from).unwrap_or_default();
    let present = BrandingFields {
        name: &now.name,
        accent: &colour,
        imprint: &now.imprint,
        privacy: &now.privacy,
        headline: &now.headline,
        text: &now.text,
        ..BrandingFields::default()
    };
    let fields = match typed {
        Some(sent) if ["save", "preview"].contains(&sent.act) => sent,
        _ => &present,
    };
    let sent = typed.unwrap_or(&present);
    let shown = BrandingChange { accent: Some(fields.accent), ..BrandingChange::default() };
    // A malformed colour has a fault, and neither a sample nor a place in the picker.
    let accent = shown.over(&now).ok().and_then(|shown| shown.accent);
    Ok(Page::new(
        "admin/branding",
        context! {
            name: fields.name,
            accent: fields.accent,
            imprint: fields.imprint,
            privacy: fields.privacy,
            headline: fields.headline,
            text: fields.text,
            picker: accent.map_or_else(|| DEFAULT_ACCENT.to_owned(), String::from),
            act: sent.act,
            logo: now.logo_path(),
            now_name: &now.name,
            is_branded: now != Branding::default(),
            longest_name: MAX_NAME,
            longest_link: MAX_LINK,
            sample: accent.as_ref().map(sample),
        },
    ))
}

/// A colour in both themes, as the page shows it.
fn sample(accent: &Accent) -> serde_json::Value {
    let Palette { light, dark } = accent.palette;
    let [of_light, of_dark] = accent.palette.pairs();
    json!({
        "style": stylesheet_path(accent, true),
        "chosen": accent.colour.to_string(),
        "themes": [
            { "name": "light", "label": "Light", "shade": light.accent.to_string(), "pairs": of_light },
            { "name": "dark", "label": "Dark", "shade": dark.accent.to_string(), "pairs": of_dark },
        ],
    })
}

#[post("/admin/branding", data = "<form>")]
pub(crate) async fn change(form: Form<Contextual<'_, WholeForm<'_>>>, me: Admin<'_>, app: &App) -> Result<Answer> {
    let (Contextual { value, context }, logo) = form.into_parts();
    let typed = BrandingFields::from_context(&context);
    if let Some(sentence) = too_large(&context) {
        let faults = FieldErrors::one("logo", sentence);
        return Ok(Answer::Shown(page(app, Some(&typed)).await?.faults(&faults)));
    }
    let Some(WholeForm { act }) = value else {
        return Err(Error::BadRequest("This form couldn’t be read. Go back and try again."));
    };
    match form_faults(carry_out(app, &me, act, &typed, logo).await)? {
        Ok(Some(told)) => {
            app.renew_branding().await?;
            Ok(Answer::said(HERE, told))
        }
        Ok(None) => Ok(Answer::Shown(page(app, Some(&typed)).await?)),
        Err(faults) => Ok(Answer::Shown(page(app, Some(&typed)).await?.faults(&faults))),
    }
}

/// Does it; what it says then, or nothing for a preview.
async fn carry_out(
    app: &App,
    me: &Admin<'_>,
    act: &str,
    typed: &BrandingFields<'_>,
    logo: Upload,
) -> Result<Option<&'static str>> {
    let mut change = match act {
        "save" | "preview" => BrandingChange {
            name: Some(typed.name),
            accent: Some(typed.accent),
            imprint: Some(typed.imprint),
            privacy: Some(typed.privacy),
            headline: Some(typed.headline),
            text: Some(typed.text),
            logo: NewLogo::Same,
        },
        "logo" => BrandingChange::default(),
        "remove_logo" => BrandingChange { logo: NewLogo::Removed, ..BrandingChange::default() },
        "clear" => BrandingChange::clearing(),
        _ => return Err(Error::NotFound),
    };
    // All faults are named at once.
    let mut faults = FieldErrors::none();
    if let Err(found) = form_faults(change.over(&Branding::default()))? {
        for (field, sentence) in found.iter() {
            faults.add(field, sentence.to_owned());
        }
    }
    if act == "preview" {
        return if faults.is_empty() { Ok(None) } else { Err(Error::Faults(faults)) };
    }
    if act == "logo" {
        match logo.logo().await {
            Ok(Some(png)) => change.logo = NewLogo::Uploaded(png),
            Ok(None) => faults.add("logo", "Choose a picture."),
            Err(sentence) => faults.add("logo", sentence),
        }
    }
    if !faults.is_empty() {
        return Err(Error::Faults(faults));
    }
    Ok(Some(match Branding::change(app, change, &me.acting("")).await? {
        true => "Saved. This process shows it now, others follow within a minute.",
        false => "Nothing was changed.",
    }))
}
