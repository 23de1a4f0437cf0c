// Passkeys: a button with `data-passkey` asks the browser for one, and sends its form with the answer. Where `data-conditional`
// says so, the browser also offers passkeys in the field of the nickname.

import { announce } from "./announce.js";
import { t } from "./words.js";

// A challenge works for ten minutes.
const FRESH_MS = 5 * 60_000;

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const toText = (bytes) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The server's options, with bytes where the browser needs them. */
function optionsOf(button) {
  const options = JSON.parse(button.dataset.options);
  options.challenge = toBytes(options.challenge);
  if (options.user) options.user.id = toBytes(options.user.id);
  for (const known of [...(options.allowCredentials ?? []), ...(options.excludeCredentials ?? [])]) known.id = toBytes(known.id);
  return options;
}

/** The browser's answer as JSON. */
function answerOf(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = toText(credential.response[name]);
  }
  const { id, rawId, type } = credential;
  return JSON.stringify({ id, rawId: toText(rawId), type, response, clientExtensionResults: credential.getClientExtensionResults() });
}

const WORDS = {
  InvalidStateError: "passkey-exists",
  NotAllowedError: "passkey-not-used",
  SecurityError: "passkey-no-address",
};

function say(button, sentence) {
  const { form } = button;
  let place = form.querySelector("[data-passkey-said]");
  if (!place) {
    place = document.createElement("p");
    place.className = "fault";
    place.dataset.passkeySaid = "";
    form.append(place);
  }
  place.textContent = sentence;
  announce(sentence);
}

export function start(root) {
  for (const button of root.querySelectorAll("[data-passkey]")) {
    const { form } = button;
    const [state, credential] = ["state", "credential"].map((name) => form.elements.namedItem(name));
    // After a fault there is none yet.
    let since = button.dataset.options ? Date.now() : 0;
    let waiting;

    /** Takes a new challenge from the page as the server shows it now; false where it shows no such form any more. */
    const refresh = async () => {
      if (Date.now() - since < FRESH_MS) return true;
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.querySelector(`form[action="${form.getAttribute("action")}"] [data-passkey="${button.dataset.passkey}"]`);
      if (!response.ok || !fresh) return false;
      button.dataset.options = fresh.dataset.options;
      state.value = fresh.form.elements.namedItem("state").value;
      since = Date.now();
      return true;
    };

    const ask = async (more) => {
      waiting?.abort();
      waiting = new AbortController();
      const call = button.dataset.passkey === "create" ? "create" : "get";
      const answer = await navigator.credentials[call]({ publicKey: optionsOf(button), signal: waiting.signal, ...more });
      credential.value = answerOf(answer);
      form.requestSubmit(button);
    };

    button.addEventListener("click", async (event) => {
      if (credential.value) return;
      event.preventDefault();
      if (!globalThis.PublicKeyCredential) return say(button, t("passkey-none"));
      try {
        if (!(await refresh())) return location.reload();
        await ask({});
      } catch (error) {
        if (error.name === "AbortError") return;
        say(button, t(WORDS[error.name] ?? "passkey-failed"));
        offerQuietly();
      }
    });

    // Offered in the field as long as the page is open, each time with a challenge that works.
    const offer = async () => {
      if (button.dataset.conditional === undefined) return;
      if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      if (await refresh()) await ask({ mediation: "conditional" });
    };
    const offerQuietly = () => { offer().catch(() => {}); };
    offerQuietly();
    setInterval(() => { if (!document.hidden && Date.now() - since >= FRESH_MS) offerQuietly(); }, 30_000);

    addEventListener("pageshow", () => { credential.value = ""; });
  }
}
