-- OAuth apps, what people let them know, and the keys that sign ID tokens.

CREATE TABLE oauth_apps (
    id bigint NOT NULL PRIMARY KEY,
    owner_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name text NOT NULL,
    homepage text NOT NULL,
    description text NOT NULL,
    picture_at bigint,
    created_at bigint NOT NULL,
    profile text NOT NULL DEFAULT 'native',
    is_public boolean NOT NULL DEFAULT FALSE,
    id_token_alg text NOT NULL DEFAULT 'RS256',
    device_enabled boolean NOT NULL DEFAULT FALSE,
    privacy_url text NOT NULL DEFAULT '',
    terms_url text NOT NULL DEFAULT '',
    suspended_at bigint,
    suspended_for text NOT NULL DEFAULT '',
    last_used_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX oauth_apps_last_used_at_id_idx ON oauth_apps (last_used_at, id);
CREATE INDEX oauth_apps_owner_id_idx ON oauth_apps (owner_id);

CREATE TABLE redirect_uris (
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    position integer NOT NULL,
    uri text NOT NULL,
    PRIMARY KEY (app_id, "position")
);
CREATE UNIQUE INDEX redirect_uris_app_id_uri_key ON redirect_uris (app_id, uri);

CREATE TABLE post_logout_redirect_uris (
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    position integer NOT NULL,
    uri text NOT NULL,
    PRIMARY KEY (app_id, "position")
);
CREATE UNIQUE INDEX post_logout_redirect_uris_app_id_uri_key ON post_logout_redirect_uris (app_id, uri);

CREATE TABLE client_secrets (
    id bigint NOT NULL PRIMARY KEY,
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    slot integer NOT NULL CHECK (slot IN (0, 1)),
    secret_hash bytea NOT NULL,
    last_four text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
);
CREATE INDEX client_secrets_secret_hash_idx ON client_secrets (secret_hash);
CREATE UNIQUE INDEX client_secrets_app_id_slot_key ON client_secrets (app_id, slot);

CREATE TABLE grants (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    app_id bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    gives_profile boolean NOT NULL DEFAULT TRUE,
    PRIMARY KEY (user_id, app_id)
);
CREATE INDEX grants_app_id_idx ON grants (app_id);

CREATE TABLE authorization_codes (
    id bigint NOT NULL PRIMARY KEY,
    secret_hash bytea NOT NULL,
    app_id bigint NOT NULL,
    user_id bigint NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text,
    form_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint,
    redeemer bigint,
    exchange text NOT NULL DEFAULT 'json',
    scope text NOT NULL DEFAULT '',
    nonce text,
    auth_time bigint NOT NULL DEFAULT 0,
    access_token_hash bytea,
    access_token_expires_at bigint,
    amr text NOT NULL DEFAULT 'pwd',
    FOREIGN KEY (user_id, app_id) REFERENCES grants (user_id, app_id) ON DELETE CASCADE
) /*postgres WITH (fillfactor = 45)*/;
CREATE INDEX authorization_codes_expires_at_idx ON authorization_codes (expires_at);
CREATE INDEX authorization_codes_user_id_app_id_idx ON authorization_codes (user_id, app_id);
CREATE UNIQUE INDEX authorization_codes_form_hash_key ON authorization_codes (form_hash);

CREATE TABLE device_codes (
    id bigint NOT NULL PRIMARY KEY,
    secret_hash bytea NOT NULL,
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    user_code_mac bytea NOT NULL,
    scope text NOT NULL,
    address text NOT NULL,
    network text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    interval_secs integer NOT NULL,
    polled_at bigint,
    denied_at bigint
);
CREATE INDEX device_codes_app_id_expires_at_idx ON device_codes (app_id, expires_at);
CREATE INDEX device_codes_expires_at_idx ON device_codes (expires_at);
CREATE INDEX device_codes_network_expires_at_idx ON device_codes (network, expires_at);
CREATE UNIQUE INDEX device_codes_user_code_mac_key ON device_codes (user_code_mac);

CREATE TABLE signing_keys (
    id bigint NOT NULL PRIMARY KEY,
    kid text NOT NULL,
    alg text NOT NULL,
    jwk text NOT NULL,
    private_sealed bytea,
    created_at bigint NOT NULL,
    signs_from bigint NOT NULL,
    revoked_at bigint
);
CREATE UNIQUE INDEX signing_keys_kid_key ON signing_keys (kid);

CREATE TABLE app_events (
    id bigint NOT NULL PRIMARY KEY,
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    kind text NOT NULL,
    detail text NOT NULL,
    user_id bigint REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX app_events_app_id_id_idx ON app_events (app_id, id);
CREATE INDEX app_events_user_id_idx ON app_events (user_id);

CREATE TABLE app_transfers (
    id bigint NOT NULL PRIMARY KEY,
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    from_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    to_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at bigint NOT NULL
);
CREATE INDEX app_transfers_expires_at_idx ON app_transfers (expires_at);
CREATE INDEX app_transfers_from_id_idx ON app_transfers (from_id);
CREATE INDEX app_transfers_to_id_id_idx ON app_transfers (to_id, id);
CREATE UNIQUE INDEX app_transfers_app_id_key ON app_transfers (app_id);

CREATE TABLE app_reports (
    id bigint NOT NULL PRIMARY KEY,
    app_id bigint NOT NULL,
    app_name text NOT NULL,
    owner_id bigint NOT NULL,
    owner_nickname text NOT NULL,
    reporter_id bigint REFERENCES users (id) ON DELETE SET NULL,
    reason text NOT NULL,
    text text NOT NULL,
    closed_at bigint
);
CREATE INDEX app_reports_app_id_closed_at_idx ON app_reports (app_id, closed_at);
CREATE INDEX app_reports_closed_at_id_idx ON app_reports (closed_at, id);
CREATE UNIQUE INDEX app_reports_reporter_id_app_id_key ON app_reports (reporter_id, app_id);

-- down

DROP TABLE app_reports;
DROP TABLE app_transfers;
DROP TABLE app_events;
DROP TABLE signing_keys;
DROP TABLE device_codes;
DROP TABLE authorization_codes;
DROP TABLE grants;
DROP TABLE client_secrets;
DROP TABLE post_logout_redirect_uris;
DROP TABLE redirect_uris;
DROP TABLE oauth_apps;
