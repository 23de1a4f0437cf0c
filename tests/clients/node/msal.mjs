// A relying party on MSAL Node. It insists on an authority with https, so its requests are carried to the instance's own address.
import * as msal from '@azure/msal-node';
import { serve, settings } from './agent.mjs';

const { issuer, client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, scope } = settings;
const authority = issuer.replace('http:', 'https:');

async function carry(method, url, options) {
  const response = await fetch(url.replace(authority, issuer), { method, headers: options?.headers, body: options?.body });
  // The endpoints of the metadata have to be on https too; the issuer stays.
  const text = (await response.text()).replaceAll(`${issuer}/oauth/`, `${authority}/oauth/`);
  return { status: response.status, headers: Object.fromEntries(response.headers), body: JSON.parse(text) };
}

const application = new msal.ConfidentialClientApplication({
  auth: {
    clientId,
    clientSecret,
    authority,
    knownAuthorities: [new URL(authority).host],
    protocolMode: msal.ProtocolMode.OIDC,
  },
  system: {
    networkClient: {
      sendGetRequestAsync: (url, options) => carry('GET', url, options),
      sendPostRequestAsync: (url, options) => carry('POST', url, options),
    },
  },
});
const asked = { scopes: scope.split(' '), redirectUri };
const random = new msal.CryptoProvider();
let kept;

await serve({
  async begin() {
    const { verifier, challenge } = await random.generatePkceCodes();
    kept = { state: random.createNewGuid(), codeVerifier: verifier };
    const pkce = { codeChallenge: challenge, codeChallengeMethod: 'S256' };
    const url = await application.getAuthCodeUrl({ ...asked, ...pkce, state: kept.state });
    return { url: url.replace(authority, issuer) };
  },
  async finish({ url }) {
    const response = Object.fromEntries(new URL(url).searchParams);
    const { account } = await application.acquireTokenByCode({ ...asked, ...kept, code: response.code }, response);
    const { localAccountId: sub, name, username } = account;
    return { sub, name, username };
  },
});
