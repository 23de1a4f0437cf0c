// What the relying parties in this folder have in common: they take their settings as JSON in the first argument, then one
// JSON object a line, `{"do": NAME, …}`, and print one for each: the result, or `{"fault": {…}}`.
import { createInterface } from 'node:readline';
import { webcrypto } from 'node:crypto';

// Node 18 has it, but not by this name.
globalThis.crypto ??= webcrypto;

export const settings = JSON.parse(process.argv[2]);

/** Serves the verbs of `agent` until standard input ends. */
export async function serve(agent) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { do: verb, ...wanted } = JSON.parse(line);
    const answer = await agent[verb](wanted).catch((error) => ({ fault: described(error) }));
    console.log(JSON.stringify(answer ?? {}));
  }
}

/** The words of an error and of those that caused it, and its OAuth code, if it has one. */
function described(error) {
  const words = [];
  for (let one = error; one instanceof Error; one = one.cause) words.push(one.code ?? '', one.message);
  return { error: error.error ?? error.cause?.error ?? null, status: error.status ?? null, message: words.join(' ').trim() };
}

/** `fetch`, with a change to the ID token of a response: its signature, or a claim that the signature covers. */
export function tampering(change) {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (!String(url).endsWith('/oauth/token') || !response.ok) return response;
    const body = await response.json();
    const [header, claims, signature] = body.id_token.split('.');
    body.id_token = {
      signature: () => [header, claims, (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)],
      claims: () => [header, altered(claims, { name: 'Mallory' }), signature],
      none: () => [Buffer.from('{"alg":"none"}').toString('base64url'), claims, ''],
    }[change]().join('.');
    return Response.json(body, { status: response.status, headers: { 'Cache-Control': 'no-store' } });
  };
}

function altered(part, changes) {
  const claims = JSON.parse(Buffer.from(part, 'base64url'));
  return Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url');
}
