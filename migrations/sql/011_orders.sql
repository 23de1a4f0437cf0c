-- The order of a server's channels and of a member's servers, and the pictures of servers.

ALTER TABLE channels ADD COLUMN position integer NOT NULL DEFAULT 0;
ALTER TABLE members ADD COLUMN position integer;
ALTER TABLE servers ADD COLUMN picture_id bigint;

-- down

ALTER TABLE servers DROP COLUMN picture_id;
ALTER TABLE members DROP COLUMN position;
ALTER TABLE channels DROP COLUMN position;
