// A relying party on oauth4webapi, step by step, with every check that it knows.
import * as oauth from 'oauth4webapi';
import { serve, settings, tampering } from './agent.mjs';

const { issuer, client_id, client_secret: secret, redirect_uri, scope, auth } = settings;
const methods = { basic: oauth.ClientSecretBasic, post: oauth.ClientSecretPost, none: oauth.None };
const authentication = methods[auth](secret);
const client = { client_id };
const insecure = { [oauth.allowInsecureRequests]: true };

const url = new URL(issuer);
const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure));
// The same as OAuth 2.0 authorization server metadata (RFC 8414).
const other = await oauth.processDiscoveryResponse(
  url,
  await oauth.discoveryRequest(url, { ...insecure, algorithm: 'oauth2' }),
);
if (server.token_endpoint !== other.token_endpoint) throw new Error('two token endpoints');
let kept;

await serve({
  async begin({ more = {} }) {
    const verifier = oauth.generateRandomCodeVerifier();
    kept = { verifier, state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), maxAge: more.max_age && Number(more.max_age) };
    const asked = new URL(server.authorization_endpoint);
    asked.search = new URLSearchParams({
      client_id,
      redirect_uri,
      response_type: 'code',
      scope,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: kept.state,
      nonce: kept.nonce,
      ...more,
    });
    return { url: asked.href };
  },
  async finish({ url, tamper }) {
    const options = { ...insecure, ...(tamper && { [oauth.customFetch]: tampering(tamper) }) };
    const parameters = oauth.validateAuthResponse(server, client, new URL(url), kept.state);
    const response = await oauth.authorizationCodeGrantRequest(server, client, authentication, parameters, redirect_uri, kept.verifier, options);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: kept.nonce,
      requireIdToken: true,
      ...(kept.maxAge && { maxAge: kept.maxAge }),
    });
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    const answer = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
    return { claims, userinfo: await oauth.processUserInfoResponse(server, client, claims.sub, answer), tokens };
  },
  async userinfo({ token, sub }) {
    const answer = await oauth.userInfoRequest(server, client, token, insecure);
    return { userinfo: await oauth.processUserInfoResponse(server, client, sub, answer) };
  },
  async revoke({ token }) {
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authentication, token, insecure));
  },
  async introspect({ token }) {
    const answer = await oauth.introspectionRequest(server, client, authentication, token, insecure);
    return { introspection: await oauth.processIntrospectionResponse(server, client, answer) };
  },
});
