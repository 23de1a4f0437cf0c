// Signs people in as Directus does: its own reader of settings, and its library called as its driver `openid` calls it. Directus
// itself, which takes 1 GB and is compiled in part, runs in `./test full`.
import { createServer } from 'node:http';
import { useEnv } from '@directus/env';
import { generators, Issuer } from 'openid-client';

const env = useEnv();
const callback = `${env.PUBLIC_URL}/auth/login/portico/callback`;
const issuer = await Issuer.discover(env.AUTH_PORTICO_ISSUER_URL);
const client = new issuer.Client({
  client_id: env.AUTH_PORTICO_CLIENT_ID,
  client_secret: env.AUTH_PORTICO_CLIENT_SECRET,
  response_types: ['code'],
});
const verifier = generators.codeVerifier();
const challenge = generators.codeChallenge(verifier);
let person;

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, env.PUBLIC_URL);
  if (pathname === '/auth/login/portico') {
    const location = client.authorizationUrl({
      scope: env.AUTH_PORTICO_SCOPE ?? 'openid profile email',
      access_type: 'offline',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: challenge,
      nonce: challenge,
      redirect_uri: callback,
    });
    response.writeHead(302, { location });
  } else if (pathname === '/auth/login/portico/callback') {
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => searchParams.get(name));
    const checks = { code_verifier: verifier, state: challenge, nonce: challenge };
    const tokens = await client.callback(callback, { code, state, iss }, checks);
    person = { ...tokens.claims(), ...(await client.userinfo(tokens.access_token)) };
    response.writeHead(302, { location: '/users/me' });
  }
  response.end(JSON.stringify({ external_identifier: person?.sub }));
}).listen(process.env.PORT, '127.0.0.1');
