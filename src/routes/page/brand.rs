//! The instance's branding on every page: name, logo, links, and where its stylesheet is. The stylesheet and the logo
//! themselves are sent by `site::branding`.

use serde_json::{Value, json};

use portico_rules::accent::Accent;
use portico_store::models::instance::branding::Branding;

/// Template context of the layout. Paths of this site open in the same tab, so that links are told apart here.
pub(super) fn shown(branding: &Branding) -> Value {
    let links = [("Imprint", &branding.imprint), ("Privacy", &branding.privacy)];
    let links: Vec<Value> = links
        .into_iter()
        .filter(|(_, href)| !href.is_empty())
        .map(|(label, href)| json!({ "label": label, "href": href }))
        .collect();
    json!({
        "name": branding.name,
        "logo": branding.logo_path(),
        "style": branding.accent.map(|accent| stylesheet_path(&accent, false)),
        "links": links,
    })
}

/// Where the stylesheet of a colour is, for all of a page or for its samples alone. It is made of the colour alone, so every
/// process has it.
pub fn stylesheet_path(accent: &Accent, is_sample: bool) -> String {
    let sample = if is_sample { "&sample=1" } else { "" };
    let (digits, version) = (accent.colour.digits(), accent.version());
    format!("/branding.css?accent={digits}&v={version}{sample}")
}
