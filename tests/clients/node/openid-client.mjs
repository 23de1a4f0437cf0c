// A relying party on openid-client, which reads everything from the issuer URL. The check of the ID token's signature, which
// it leaves out behind TLS, is on.
import * as client from 'openid-client';
import { serve, settings, tampering } from './agent.mjs';

const { issuer, client_id: id, client_secret: secret, redirect_uri, scope, auth } = settings;
const methods = { basic: client.ClientSecretBasic, post: client.ClientSecretPost, none: client.None };

async function discovered(customFetch) {
  const config = await client.discovery(new URL(issuer), id, secret, methods[auth](secret), {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    ...(customFetch && { [client.customFetch]: customFetch }),
  });
  return config;
}

let config = await discovered();
let kept;

await serve({
  async begin({ more = {} }) {
    const verifier = client.randomPKCECodeVerifier();
    kept = { verifier, state: client.randomState(), nonce: client.randomNonce(), maxAge: more.max_age && Number(more.max_age) };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: kept.state,
      nonce: kept.nonce,
      ...more,
    });
    return { url: url.href };
  },
  async finish({ url, tamper }) {
    const used = tamper ? await discovered(tampering(tamper)) : config;
    const tokens = await client.authorizationCodeGrant(used, new URL(url), {
      pkceCodeVerifier: kept.verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
      maxAge: kept.maxAge,
    });
    const claims = tokens.claims();
    const userinfo = await client.fetchUserInfo(used, tokens.access_token, claims.sub);
    return { claims, userinfo, tokens };
  },
  async userinfo({ token, sub }) {
    return { userinfo: await client.fetchUserInfo(config, token, sub) };
  },
  async revoke({ token }) {
    await client.tokenRevocation(config, token);
  },
  async introspect({ token }) {
    return { introspection: await client.tokenIntrospection(config, token) };
  },
  async signOut({ idToken, to }) {
    const url = client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: to, state: 'bye' });
    return { url: url.href };
  },
  async device() {
    kept = await client.initiateDeviceAuthorization(config, { scope });
    return kept;
  },
  // Polls until the person has decided.
  async poll() {
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...kept, interval: 1 });
    const claims = tokens.claims();
    return { claims, userinfo: await client.fetchUserInfo(config, tokens.access_token, claims.sub), tokens };
  },
});
