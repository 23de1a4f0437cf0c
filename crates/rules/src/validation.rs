//! Converts the errors of `validator` to faults of a form's fields, or of places in a JSON body.
//! The rules themselves are in the modules of what they check.

use std::borrow::Cow;
use std::collections::HashSet;

use validator::{ValidationError, ValidationErrors, ValidationErrorsKind};

/// The field of errors that a rule over several fields found.
const WHOLE: &str = "__all__";

/// The result of a rule for `validator`, from one that returns a value or a sentence.
///
/// # Errors
/// The sentence, as an error of `validator`.
pub fn rule<T, S: Into<Cow<'static, str>>>(result: Result<T, S>) -> Result<(), ValidationError> {
    result.map(drop).map_err(|sentence| ValidationError::new("rule").with_message(sentence.into()))
}

/// The same for a rule that either holds or not.
///
/// # Errors
/// The sentence, as an error of `validator`, if it does not hold.
pub fn validate(holds: bool, sentence: impl Into<Cow<'static, str>>) -> Result<(), ValidationError> {
    rule(holds.then_some(()).ok_or(sentence))
}

/// The error of a rule over several fields, which is shown at `field`. Such a rule also suits secrets: beside the error of
/// a single field, `validator` keeps a copy of the field's value.
pub fn fault_at(field: &'static str, sentence: &'static str) -> ValidationError {
    ValidationError::new(field).with_message(sentence.into())
}

/// The errors of a form: each field, by its name in Rust, with its first sentence.
pub fn fields(errors: ValidationErrors) -> Vec<(&'static str, Cow<'static, str>)> {
    let mut fields = Vec::new();
    for (field, kind) in wholes_last(errors) {
        // Forms are flat.
        let ValidationErrorsKind::Field(errors) = kind else {
            continue;
        };
        for (name, sentence) in named(field, errors) {
            // Rules, derived or not, name fields by literals.
            let name = match name {
                Cow::Borrowed(name) => name,
                Cow::Owned(_) => "form",
            };
            if fields.iter().all(|(known, _)| *known != name) {
                fields.push((name, sentence));
            }
        }
    }
    fields
}

/// The errors of a JSON body: each place as a JSON pointer (RFC 6901), with its first sentence, in no order. Fields are
/// named in JSON as in Rust, in camel case.
pub fn pointers(errors: ValidationErrors) -> Vec<(String, Cow<'static, str>)> {
    let mut pointers = Vec::new();
    collect(errors, "", &mut pointers);
    let mut seen = HashSet::new();
    pointers.retain(|(pointer, _)| seen.insert(pointer.clone()));
    pointers
}

/// The errors by field; those of rules over several fields come last.
fn wholes_last(errors: ValidationErrors) -> Vec<(Cow<'static, str>, ValidationErrorsKind)> {
    let mut errors: Vec<_> = errors.into_errors().into_iter().collect();
    errors.sort_by_key(|(field, _)| field == WHOLE);
    errors
}

fn collect(errors: ValidationErrors, above: &str, errors_by_place: &mut Vec<(String, Cow<'static, str>)>) {
    for (field, kind) in wholes_last(errors) {
        match kind {
            ValidationErrorsKind::Field(errors) => {
                for (name, sentence) in named(field, errors) {
                    errors_by_place.push((format!("{above}/{}", camel_case(&name)), sentence));
                }
            }
            ValidationErrorsKind::Struct(errors) => {
                collect(*errors, &format!("{above}/{}", camel_case(&field)), errors_by_place);
            }
            ValidationErrorsKind::List(items) => {
                for (position, errors) in items {
                    let item = format!("{above}/{}/{position}", camel_case(&field));
                    collect(*errors, &item, errors_by_place);
                }
            }
        }
    }
}

/// The errors of a field with its name; those of rules over several fields have the name in their code.
fn named(
    field: Cow<'static, str>,
    errors: Vec<ValidationError>,
) -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, str>)> {
    errors.into_iter().map(move |error| {
        let name = if field == WHOLE { error.code } else { field.clone() };
        (name, error.message.unwrap_or(UNNAMED))
    })
}

/// For a rule without a sentence, which is a bug.
const UNNAMED: Cow<'static, str> = Cow::Borrowed("This can’t be used. Change it.");

fn camel_case(field: &str) -> String {
    let mut name = String::with_capacity(field.len());
    for (place, word) in field.split('_').enumerate() {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if place > 0 => name.push(first.to_ascii_uppercase()),
            Some(first) => name.push(first),
            None => {}
        }
        name.push_str(letters.as_str());
    }
    name
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use validator::Validate;

    use super::*;

    #[derive(Validate)]
    struct Item {
        #[validate(length(max = 1, message = "One letter."))]
        the_letter: &'static str,
    }

    #[derive(Validate)]
    #[validate(schema(function = "unlike", skip_on_field_errors = false))]
    struct Form {
        #[validate(length(max = 3, message = "At most 3."), custom(function = "lower"), custom(function = "never"))]
        first_name: &'static str,
        last_name: &'static str,
        #[validate(nested)]
        items: Vec<Item>,
    }

    fn lower(text: &str) -> Result<(), ValidationError> {
        validate(text.chars().all(char::is_lowercase), "Small letters.")
    }

    fn never(text: &str) -> Result<(), ValidationError> {
        validate(text != "never", "Never.")
    }

    fn unlike(form: &Form) -> Result<(), ValidationError> {
        if form.first_name == form.last_name {
            return Err(fault_at("last_name", "Not twice."));
        }
        Ok(())
    }

    fn errors(first_name: &'static str, letters: &[&'static str]) -> ValidationErrors {
        let items = letters.iter().map(|the_letter| Item { the_letter });
        let form = Form { first_name, last_name: "ABCD", items: items.collect() };
        form.validate().unwrap_err()
    }

    #[test]
    fn each_field_gets_its_first_sentence() {
        let mut found = fields(errors("ABCD", &[]));
        found.sort();
        let expected = [("first_name", "At most 3."), ("last_name", "Not twice.")];
        assert_eq!(found, expected.map(|(field, text)| (field, text.into())));
        assert_eq!(fields(errors("ABC", &[])), [("first_name", "Small letters.".into())]);
    }

    #[test]
    fn places_in_a_body_are_named_as_in_json() {
        let mut found = pointers(errors("ABCD", &["a", "bc", "d", "ef"]));
        found.sort();
        let found: Vec<_> = found.iter().map(|(pointer, text)| (pointer.as_str(), text.as_ref())).collect();
        assert_eq!(
            found,
            [
                ("/firstName", "At most 3."),
                ("/items/1/theLetter", "One letter."),
                ("/items/3/theLetter", "One letter."),
                ("/lastName", "Not twice."),
            ]
        );
    }
}
