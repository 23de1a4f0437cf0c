// Services on Express that sign people in as the documentation of their library shows it.
// usage: node services.mjs SETTINGS, where `library` is one of those below. Prints where it listens; what each path does is in
// `relying_parties.py`.
import express from 'express';
import session from 'express-session';

const { issuer, client_id: clientId, client_secret: clientSecret, library } = JSON.parse(process.argv[2]);
const service = express();
const server = service.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  await libraries[library](`http://127.0.0.1:${port}`);
  console.log(port);
});

const libraries = {
  async 'passport-openidconnect'() {
    const { default: passport } = await import('passport');
    const { default: OpenIDConnectStrategy } = await import('passport-openidconnect');
    passport.use(
      new OpenIDConnectStrategy(
        {
          issuer,
          authorizationURL: `${issuer}/oauth/authorize`,
          tokenURL: `${issuer}/oauth/token`,
          userInfoURL: `${issuer}/oauth/userinfo`,
          clientID: clientId,
          clientSecret,
          callbackURL: '/callback',
          scope: ['profile'],
        },
        function verify(issuer, profile, cb) {
          return cb(null, profile);
        },
      ),
    );
    passport.serializeUser((user, done) => done(null, user));
    passport.deserializeUser((user, done) => done(null, user));
    service.use(session({ secret: 'test', resave: false, saveUninitialized: false }), passport.session());
    service.get('/login', passport.authenticate('openidconnect'));
    service.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/' }));
    service.get('/me', ({ user }, response) => response.json({ sub: user.id, name: user.displayName }));
  },

  async 'express-openid-connect'(origin) {
    const { auth, requiresAuth } = (await import('express-openid-connect')).default;
    service.use(
      auth({
        issuerBaseURL: issuer,
        baseURL: origin,
        clientID: clientId,
        clientSecret,
        secret: 'a long, randomly-generated string stored in env',
        authRequired: false,
        authorizationParams: { response_type: 'code', scope: 'openid profile' },
      }),
    );
    service.get('/me', requiresAuth(), ({ oidc }, response) => response.json(oidc.user));
  },

  async 'auth.js'() {
    const { ExpressAuth } = await import('@auth/express');
    const provider = { id: 'portico', name: 'Portico', type: 'oidc', issuer, clientId, clientSecret };
    service.use('/auth', ExpressAuth({ providers: [provider], secret: 'test', trustHost: true }));
  },

  async 'next-auth'(origin) {
    process.env.NEXTAUTH_URL = origin;
    const { default: NextAuth } = (await import('next-auth')).default;
    const provider = {
      id: 'portico',
      name: 'Portico',
      type: 'oauth',
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      authorization: { params: { scope: 'openid profile' } },
      idToken: true,
      checks: ['pkce', 'state', 'nonce'],
      clientId,
      clientSecret,
      profile: ({ sub, name, picture }) => ({ id: sub, name, image: picture }),
    };
    service.all('/api/auth/*nextauth', express.urlencoded(), (request, response) => {
      // As Next.js hands requests over.
      const cookies = Object.fromEntries((request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=').map(decodeURIComponent)));
      const query = { ...request.query, nextauth: request.params.nextauth };
      return NextAuth(Object.create(request, { query: { value: query }, cookies: { value: cookies } }), response, {
        providers: [provider],
        secret: 'test',
      });
    });
  },
};
process.stdin.on('end', () => process.exit()).resume();
