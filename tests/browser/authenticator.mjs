// A passkey in software, for users of browser tests who need one before a browser is there. The tests of passkeys themselves
// use the browser's own virtual authenticators.

import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const encode = (bytes) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
/** Someone touched it and was verified. */
const VERIFIED = 5;
const HAS_CREDENTIAL = 64;

const entities = { "&quot;": '"', "&#34;": '"', "&amp;": "&", "&#x2F;": "/", "&lt;": "<", "&gt;": ">", "&#39;": "'", "&#x27;": "'" };
const unescaped = (html) => html.replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);

/** What a page asks of its browser. */
function askedBy(html) {
  const [, options] = html.match(/data-options="([^"]*)"/);
  const [, state] = html.match(/name="state" value="([^"]*)"/);
  return { options: JSON.parse(unescaped(options)), state };
}

export class Passkey {
  #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #id = randomBytes(32);
  #handle;

  constructor(origin) {
    this.origin = origin;
  }

  #data(flags) {
    const site = sha256(new URL(this.origin).hostname);
    return Buffer.concat([site, Buffer.from([flags, 0, 0, 0, 0])]);
  }

  #client(type, challenge) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  /** The fields that add it, as the page that asks for a new passkey sends them. */
  made(html, name) {
    const { options, state } = askedBy(html);
    this.#handle = options.user.id;
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const key = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"), Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"), Buffer.from(y, "base64url"),
    ]);
    const data = Buffer.concat([this.#data(VERIFIED | HAS_CREDENTIAL), Buffer.alloc(16), Buffer.from([0, 32]), this.#id, key]);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"), Buffer.from([data.length]), data,
    ]);
    const response = { attestationObject: encode(attestation), clientDataJSON: encode(this.#client("webauthn.create", options.challenge)) };
    const credential = { id: encode(this.#id), rawId: encode(this.#id), type: "public-key", response, clientExtensionResults: {} };
    return { act: "add", name, state, credential: JSON.stringify(credential) };
  }

  /** The fields that answer a page that asks for a passkey. */
  answer(html) {
    const { options, state } = askedBy(html);
    const data = this.#data(VERIFIED);
    const client = this.#client("webauthn.get", options.challenge);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    const response = {
      authenticatorData: encode(data), clientDataJSON: encode(client), signature: encode(signature), userHandle: this.#handle,
    };
    const credential = { id: encode(this.#id), rawId: encode(this.#id), type: "public-key", response, clientExtensionResults: {} };
    return { state, credential: JSON.stringify(credential), with: "passkey" };
  }
}
