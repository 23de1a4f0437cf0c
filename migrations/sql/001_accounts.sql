-- Accounts: how people sign in, and what they are asked for again.

CREATE TABLE users (
    id bigint NOT NULL PRIMARY KEY,
    nickname text /*postgres COLLATE "C"*/ NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    phone text,
    picture_at bigint,
    created_at bigint NOT NULL,
    disabled_at bigint,
    admin_at bigint
);
CREATE INDEX users_lower_name_idx ON users (LOWER(name));
CREATE UNIQUE INDEX users_nickname_key ON users (nickname);
CREATE UNIQUE INDEX users_phone_key ON users (phone);

CREATE TABLE pictures (
    kind text NOT NULL,
    subject_id bigint NOT NULL,
    png bytea NOT NULL,
    PRIMARY KEY (kind, subject_id)
);

CREATE TABLE sessions (
    id bigint NOT NULL PRIMARY KEY,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    authenticated_at bigint NOT NULL,
    user_agent text NOT NULL,
    address text NOT NULL,
    opened_by text NOT NULL DEFAULT 'password',
    second_at bigint,
    second_by text
);
CREATE INDEX sessions_seen_at_idx ON sessions (seen_at);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE UNIQUE INDEX sessions_token_hash_key ON sessions (token_hash);

CREATE TABLE trusted_browsers (
    id bigint NOT NULL PRIMARY KEY,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at bigint NOT NULL,
    user_agent text NOT NULL,
    address text NOT NULL
);
CREATE INDEX trusted_browsers_expires_at_idx ON trusted_browsers (expires_at);
CREATE INDEX trusted_browsers_user_id_id_idx ON trusted_browsers (user_id, id);
CREATE UNIQUE INDEX trusted_browsers_token_hash_key ON trusted_browsers (token_hash);

CREATE TABLE saved_forms (
    ticket_hash bytea NOT NULL PRIMARY KEY,
    sealed bytea NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX saved_forms_expires_at_idx ON saved_forms (expires_at);

CREATE TABLE sign_in_tickets (
    id bigint NOT NULL PRIMARY KEY,
    ticket_hash bytea NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    attempts integer NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX sign_in_tickets_expires_at_idx ON sign_in_tickets (expires_at);
CREATE INDEX sign_in_tickets_user_id_id_idx ON sign_in_tickets (user_id, id);
CREATE UNIQUE INDEX sign_in_tickets_ticket_hash_key ON sign_in_tickets (ticket_hash);

CREATE TABLE authenticators (
    user_id bigint NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret_sealed bytea NOT NULL,
    last_step bigint NOT NULL,
    created_at bigint NOT NULL,
    confirmed_at bigint
);
CREATE INDEX authenticators_confirmed_at_created_at_idx ON authenticators (confirmed_at, created_at);

CREATE TABLE recovery_codes (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash bytea NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
    id bigint NOT NULL PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id bytea NOT NULL,
    user_handle bytea NOT NULL,
    name text NOT NULL,
    credential text NOT NULL,
    is_discoverable boolean NOT NULL,
    used_at bigint
);
CREATE INDEX passkeys_user_id_id_idx ON passkeys (user_id, id);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);

CREATE TABLE used_challenges (
    challenge_hash bytea NOT NULL PRIMARY KEY,
    expires_at bigint NOT NULL
);
CREATE INDEX used_challenges_expires_at_idx ON used_challenges (expires_at);

CREATE TABLE phone_codes (
    user_id bigint NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    phone text NOT NULL,
    code_mac bytea NOT NULL,
    attempts integer NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX phone_codes_sent_at_idx ON phone_codes (sent_at);

CREATE TABLE phone_budgets (
    phone_mac bytea NOT NULL PRIMARY KEY,
    sent integer NOT NULL,
    last_sent_at bigint NOT NULL,
    resets_at bigint NOT NULL
);
CREATE INDEX phone_budgets_resets_at_idx ON phone_budgets (resets_at);

CREATE TABLE password_resets (
    login_mac bytea NOT NULL PRIMARY KEY,
    ticket_hash bytea NOT NULL,
    user_id bigint REFERENCES users (id) ON DELETE CASCADE,
    code_mac bytea NOT NULL,
    attempts integer NOT NULL,
    asked integer NOT NULL,
    sent_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    resets_at bigint NOT NULL,
    text_mac bytea
);
CREATE INDEX password_resets_resets_at_idx ON password_resets (resets_at);
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);
CREATE UNIQUE INDEX password_resets_ticket_hash_key ON password_resets (ticket_hash);

CREATE TABLE security_events (
    id bigint NOT NULL PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind text NOT NULL,
    detail text NOT NULL,
    by_anybody boolean NOT NULL,
    user_agent text NOT NULL,
    address text NOT NULL
);
CREATE INDEX security_events_user_id_by_anybody_id_idx ON security_events (user_id, by_anybody, id);
CREATE INDEX security_events_user_id_id_idx ON security_events (user_id, id);

CREATE TABLE presence (
    user_id bigint NOT NULL,
    node integer NOT NULL,
    PRIMARY KEY (user_id, node)
);
CREATE INDEX presence_node_idx ON presence (node);

-- down

DROP TABLE presence;
DROP TABLE security_events;
DROP TABLE password_resets;
DROP TABLE phone_budgets;
DROP TABLE phone_codes;
DROP TABLE used_challenges;
DROP TABLE passkeys;
DROP TABLE recovery_codes;
DROP TABLE authenticators;
DROP TABLE sign_in_tickets;
DROP TABLE saved_forms;
DROP TABLE trusted_browsers;
DROP TABLE sessions;
DROP TABLE pictures;
DROP TABLE users;
