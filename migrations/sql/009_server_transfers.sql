-- Offers of servers to their members, and the rank of those who set bans.

CREATE TABLE server_transfers (
    id bigint NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    from_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    to_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at bigint NOT NULL
);
CREATE INDEX server_transfers_expires_at_idx ON server_transfers (expires_at);
CREATE INDEX server_transfers_from_id_idx ON server_transfers (from_id);
CREATE INDEX server_transfers_to_id_id_idx ON server_transfers (to_id, id);
CREATE UNIQUE INDEX server_transfers_server_id_key ON server_transfers (server_id);

ALTER TABLE bans ADD COLUMN banned_by_role_id bigint;
ALTER TABLE bans ADD COLUMN banned_by_owner boolean NOT NULL DEFAULT FALSE;

-- down

ALTER TABLE bans DROP COLUMN banned_by_owner;
ALTER TABLE bans DROP COLUMN banned_by_role_id;
DROP TABLE server_transfers;
