-- Webhooks, what was posted by them, and how often.

CREATE TABLE webhooks (
    id bigint NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    channel_id bigint NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    creator_id bigint,
    name text NOT NULL,
    picture_at bigint,
    token_hash bytea NOT NULL,
    token_sealed bytea NOT NULL,
    created_at bigint NOT NULL,
    paused_at bigint,
    revision bigint NOT NULL DEFAULT 0,
    leaked_at bigint,
    suspended_at bigint,
    suspended_for text NOT NULL DEFAULT '',
    server_suspended boolean NOT NULL DEFAULT FALSE,
    last_used_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_channel_id_idx ON webhooks (channel_id);
CREATE INDEX webhooks_creator_id_idx ON webhooks (creator_id);
CREATE INDEX webhooks_last_used_at_id_idx ON webhooks (last_used_at, id);
CREATE INDEX webhooks_server_id_idx ON webhooks (server_id);

CREATE TABLE idempotency_keys (
    webhook_id bigint NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    answer text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (webhook_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE deliveries (
    id bigint NOT NULL PRIMARY KEY,
    webhook_id bigint NOT NULL,
    status integer NOT NULL,
    latency_us integer NOT NULL,
    message_id bigint,
    report text NOT NULL,
    dialect text,
    event text,
    notes text
);
CREATE INDEX deliveries_refused_idx ON deliveries (webhook_id, id) WHERE status >= 400;
CREATE UNIQUE INDEX deliveries_webhook_id_id_key ON deliveries (webhook_id, id);

CREATE TABLE webhook_hours (
    hour bigint NOT NULL,
    webhook_id bigint NOT NULL,
    accepted bigint NOT NULL,
    refused bigint NOT NULL,
    PRIMARY KEY (hour, webhook_id)
);

-- down

DROP TABLE webhook_hours;
DROP TABLE deliveries;
DROP TABLE idempotency_keys;
DROP TABLE webhooks;
