//! The functions that templates call for their text, in the language of the page: `t(key="…", name=value)` is text, which Tera
//! escapes like every other; `rich(key="…", name=value)` is HTML, whose arguments are escaped here and whose tags are the
//! message's own; `sentence | translated` is an English sentence that Rust returned; and `language_buttons()` are HTML, too.

use std::collections::HashMap;

use fluent_bundle::{FluentArgs, FluentValue};
use tera::{Error, Function, Result, Value};

use crate::languages;
use portico_rules::language::{ALL, Language};

/// Renders `t(key=…)`.
pub(super) struct PlainText;

impl Function for PlainText {
    fn call(&self, args: &HashMap<String, Value>) -> Result<Value> {
        message(args, |text| text.into())
    }
}

/// Renders `rich(key=…)`, with the function that escapes.
pub(super) struct RichText(pub(super) fn(&str) -> String);

impl Function for RichText {
    fn call(&self, args: &HashMap<String, Value>) -> Result<Value> {
        message(args, |text| (self.0)(text).into())
    }

    fn is_safe(&self) -> bool {
        true
    }
}

/// Renders `"key" | t`, which is what `t` without further arguments is compiled to.
pub(super) fn plain(key: &Value, _: &HashMap<String, Value>) -> Result<Value> {
    formatted(key.as_str().unwrap_or_default(), &FluentArgs::new())
}

fn message<'a>(args: &'a HashMap<String, Value>, text: impl Fn(&'a str) -> FluentValue<'a>) -> Result<Value> {
    let key = args.get("key").and_then(Value::as_str).unwrap_or_default();
    let mut arguments = FluentArgs::with_capacity(args.len());
    for (name, value) in args.iter().filter(|(name, _)| *name != "key") {
        match value {
            Value::String(value) => arguments.set(name.as_str(), text(value)),
            Value::Number(number) => arguments.set(name.as_str(), number.as_f64().unwrap_or_default()),
            _ => {}
        }
    }
    formatted(key, &arguments)
}

fn formatted(key: &str, arguments: &FluentArgs<'_>) -> Result<Value> {
    let found = languages::with_current(|languages, language| languages.message(language, key, arguments));
    let found = found.flatten().ok_or_else(|| Error::msg(format!("there is no message {key}")))?;
    Ok(Value::String(found))
}

/// Renders `sentence | translated`.
pub(super) fn translated(value: &Value, _: &HashMap<String, Value>) -> Result<Value> {
    let text = value.as_str().unwrap_or_default();
    let found = languages::with_current(|languages, language| languages.translated(language, text));
    Ok(Value::String(found.unwrap_or_else(|| text.to_owned())))
}

/// Renders `language_buttons()` in a template: a button for each language, with that of the page marked. They are on every page,
/// and cost less so than by a loop in a template.
pub(super) struct LanguageButtons;

impl Function for LanguageButtons {
    fn call(&self, _: &HashMap<String, Value>) -> tera::Result<Value> {
        let current = languages::with_current(|_, language| language.tag).unwrap_or_default();
        let mut buttons = String::with_capacity(1_200);
        for Language { tag, name, .. } in ALL {
            let mark = if *tag == current { r#" aria-current="true""# } else { "" };
            buttons.extend([
                r#"<button type="submit" name="language" value=""#,
                tag,
                r#"" lang=""#,
                tag,
                r#"" dir="auto""#,
                mark,
                ">",
                name,
                "</button>",
            ]);
        }
        Ok(Value::String(buttons))
    }

    fn is_safe(&self) -> bool {
        true
    }
}
