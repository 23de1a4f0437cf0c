// Sends the response of a sign-in to the app (OAuth 2.0 Form Post Response Mode). Without scripts, the button does.

export function start(root) {
  root.querySelector("form[data-form-post]").requestSubmit();
}
