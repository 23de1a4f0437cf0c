-- Reports of messages to the moderators of their servers, and people whom others have blocked.

CREATE TABLE message_reports (
    id bigint NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    message_id bigint NOT NULL,
    version bigint NOT NULL,
    author_id bigint,
    webhook_id bigint,
    name text,
    content text NOT NULL,
    spans text,
    cards text,
    decision text,
    decided_by bigint,
    decided_at bigint
);
CREATE INDEX message_reports_author_id_idx ON message_reports (author_id);
CREATE INDEX message_reports_channel_id_idx ON message_reports (channel_id);
CREATE INDEX message_reports_decided_at_idx ON message_reports (decided_at);
CREATE INDEX message_reports_server_id_decided_at_id_idx ON message_reports (server_id, decided_at, id);
CREATE UNIQUE INDEX message_reports_message_id_version_key ON message_reports (message_id, version);

CREATE TABLE message_reporters (
    reporter_id bigint NOT NULL,
    message_id bigint NOT NULL,
    report_id bigint NOT NULL REFERENCES message_reports (id) ON DELETE CASCADE,
    reason text NOT NULL,
    reported_at bigint NOT NULL,
    PRIMARY KEY (reporter_id, message_id)
);
CREATE INDEX message_reporters_report_id_idx ON message_reporters (report_id);

CREATE TABLE blocked_users (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    blocked_id bigint NOT NULL,
    blocked_at bigint NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX blocked_users_blocked_id_idx ON blocked_users (blocked_id);

-- down

DROP TABLE blocked_users;
DROP TABLE message_reporters;
DROP TABLE message_reports;
