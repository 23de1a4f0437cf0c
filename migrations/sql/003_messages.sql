-- Messages, what of them is unread, the search index, and messages to browsers.

CREATE TABLE messages (
    id bigint NOT NULL PRIMARY KEY,
    channel_id bigint NOT NULL,
    author_id bigint,
    webhook_id bigint,
    name text,
    avatar_url text,
    content text NOT NULL,
    spans text,
    cards text,
    edited_at bigint,
    reply_to_id bigint,
    reply_notified_id bigint
);
-- A row's key is part of each of SQLite's indexes.
/*sqlite
CREATE INDEX messages_channel_id_idx ON messages (channel_id);
*/
/*postgres
CREATE INDEX messages_channel_id_id_idx ON messages (channel_id, id);
*/

CREATE TABLE message_versions (
    message_id bigint NOT NULL,
    edited_at bigint NOT NULL,
    content text NOT NULL,
    spans text,
    cards text,
    name text,
    PRIMARY KEY (message_id, edited_at)
);

CREATE TABLE message_removals (
    id bigint NOT NULL PRIMARY KEY,
    channel_id bigint NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    author_id bigint,
    webhook_id bigint,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    removed integer NOT NULL,
    removed_by bigint NOT NULL,
    created_at bigint NOT NULL,
    is_final boolean NOT NULL,
    deleted_up_to bigint NOT NULL
);
CREATE INDEX message_removals_channel_id_idx ON message_removals (channel_id);
CREATE INDEX message_removals_created_at_idx ON message_removals (created_at);

CREATE TABLE mentions (
    kind integer NOT NULL,
    target_id bigint NOT NULL,
    message_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    PRIMARY KEY (kind, target_id, message_id)
) /*sqlite WITHOUT ROWID*/;

CREATE TABLE read_marks (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    PRIMARY KEY (user_id, channel_id)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX read_marks_channel_id_idx ON read_marks (channel_id);

/*sqlite
CREATE VIRTUAL TABLE message_search USING fts5(terms, content = '', contentless_delete = 1, tokenize = 'ascii');
*/
/*postgres
CREATE TABLE message_search (
    message_id bigint NOT NULL PRIMARY KEY,
    block integer NOT NULL,
    terms tsvector NOT NULL
);
-- By ranges of blocks too, so that a search reads as wide a range as it needs by one key.
CREATE INDEX message_search_terms_idx ON message_search
    USING gin ((ARRAY[block << 2, ((block >> 2) << 2) + 1, ((block >> 4) << 2) + 2, ((block >> 6) << 2) + 3]), terms)
    WITH (fastupdate = off);
*/

CREATE TABLE search_state (
    id integer NOT NULL PRIMARY KEY,
    indexed_up_to bigint NOT NULL,
    indexed bigint NOT NULL
);
INSERT INTO search_state (id, indexed_up_to, indexed) VALUES (1, 0, 0);

CREATE TABLE quiet_times (
    user_id bigint NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    starts_at integer NOT NULL,
    ends_at integer NOT NULL,
    days integer NOT NULL,
    time_zone text NOT NULL
);

CREATE TABLE push_keys (
    id bigint NOT NULL PRIMARY KEY,
    private_sealed bytea NOT NULL
);

CREATE TABLE push_subscriptions (
    id bigint NOT NULL PRIMARY KEY,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint text NOT NULL,
    endpoint_hash bytea NOT NULL,
    point bytea NOT NULL,
    secret bytea NOT NULL
);
CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_user_id_id_idx ON push_subscriptions (user_id, id);
CREATE UNIQUE INDEX push_subscriptions_endpoint_hash_key ON push_subscriptions (endpoint_hash);

CREATE TABLE push_mentions (
    message_id bigint NOT NULL,
    kind integer NOT NULL,
    target_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    PRIMARY KEY (message_id, kind, target_id)
);

CREATE TABLE push_deliveries (
    subscription_id bigint NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    message_id bigint NOT NULL,
    due_at bigint NOT NULL,
    attempts integer NOT NULL,
    PRIMARY KEY (subscription_id, message_id)
);
CREATE INDEX push_deliveries_due_at_idx ON push_deliveries (due_at);

-- down

DROP TABLE push_deliveries;
DROP TABLE push_mentions;
DROP TABLE push_subscriptions;
DROP TABLE push_keys;
DROP TABLE quiet_times;
DROP TABLE search_state;
DROP TABLE message_search;
DROP TABLE read_marks;
DROP TABLE mentions;
DROP TABLE message_removals;
DROP TABLE message_versions;
DROP TABLE messages;
