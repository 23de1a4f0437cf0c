// A service on Express that signs people in with Passport: its own strategy for OpenID Connect, or the one for OAuth 2.0.
// usage: node passport.mjs SETTINGS, where `strategy` is "openidconnect" or "oauth2". Prints where it listens.
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import OpenIDConnectStrategy from 'passport-openidconnect';

const { issuer, client_id: clientID, client_secret: clientSecret, strategy } = JSON.parse(process.argv[2]);
const endpoints = {
  authorizationURL: `${issuer}/oauth/authorize`,
  tokenURL: `${issuer}/oauth/token`,
  userInfoURL: `${issuer}/oauth/userinfo`,
};
const common = { ...endpoints, clientID, clientSecret, callbackURL: '/callback' };

const openid = () =>
  new OpenIDConnectStrategy(
    { ...common, issuer, scope: ['profile'], nonce: true },
    // Passport goes by the number of parameters: with up to eight it knows the person by the ID token alone.
    (iss, profile, context, idToken, accessToken, refreshToken, params, done) =>
      done(null, { iss, profile, tokens: params }),
  );

const oauth2 = () => {
  const made = new OAuth2Strategy(
    { ...common, scope: ['profile'], state: true, pkce: true },
    (accessToken, refreshToken, params, profile, done) => done(null, { userinfo: profile, tokens: params }),
  );
  // The standard place where a service says how to read its provider's profile.
  made._oauth2.useAuthorizationHeaderforGET(true);
  made.userProfile = function (token, done) {
    this._oauth2.get(endpoints.userInfoURL, token, (error, body) => (error ? done(error) : done(null, JSON.parse(body))));
  };
  return made;
};

passport.use('portico', strategy === 'oauth2' ? oauth2() : openid());
const service = express();
service.use(session({ secret: 'test', resave: false, saveUninitialized: false }));
service.get('/login', passport.authenticate('portico', { session: false }));
service.get(
  '/callback',
  passport.authenticate('portico', { session: false, failWithError: true, failureMessage: true }),
  (request, response) => response.json(request.user),
);
// Four parameters: that is how Express tells a handler of errors.
service.use((error, request, response, next) => {
  const { name, code, message, oauthError } = error;
  const words = [name, code, message, oauthError?.data, ...(request.session.messages ?? [])].filter(Boolean).join(' ');
  response.status(403).json({ fault: { error: code ?? null, message: words } });
});
const server = service.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
