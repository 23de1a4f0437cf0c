// oidc-provider with one client, and codes on request: what `bench/run oidc-provider` sends exchanges to.
// Arguments: the issuer, the port, the client's secret, its redirect URI, and a Postgres URL for a durable store.
import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';
import { inMemory, onPostgres } from './adapters.mjs';

const [issuer, port, secret, redirectUri, postgres] = process.argv.slice(2);
const accountId = '7216405283401728';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const Adapter = postgres ? await onPostgres(postgres) : inMemory();

const provider = new Provider(issuer, {
  adapter: Adapter,
  clients: [
    {
      client_id: 'bench',
      client_secret: secret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'bench' }] },
  cookies: { keys: ['bench'] },
  features: { devInteractions: { enabled: false } },
  // As the compared request, which has no challenge.
  pkce: { required: () => false },
  claims: { openid: ['sub'], profile: ['name', 'nickname', 'picture', 'preferred_username'] },
  ttl: { AuthorizationCode: 3600, AccessToken: 600, IdToken: 600, Grant: 86400 },
  findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id, name: 'Ada', nickname: 'ada' }) }),
});

/** Fresh codes, each with a grant of its own, as sign-ins leave them. */
async function codes(count, scope) {
  const client = await provider.Client.find('bench');
  const values = [];
  const mint = async () => {
    for (let number = 0; number < count; number += 1) {
      const grant = new provider.Grant({ accountId, clientId: client.clientId });
      grant.addOIDCScope(scope);
      const code = new provider.AuthorizationCode({
        accountId,
        client,
        grantId: await grant.save(),
        redirectUri,
        scope,
        authTime: Math.floor(Date.now() / 1000),
        gty: 'authorization_code',
      });
      values.push(await code.save());
    }
  };
  await (Adapter.together ? Adapter.together(mint) : mint());
  return values.join('\n');
}

const answer = provider.callback();
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, issuer);
  if (pathname !== '/codes') return answer(request, response);
  const text = await codes(Number(searchParams.get('count')), searchParams.get('scope'));
  return response.writeHead(200, { 'Content-Length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
