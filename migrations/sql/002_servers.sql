-- Servers with their channels, roles, members and invites, and the log of what was changed there.

CREATE TABLE servers (
    id bigint NOT NULL PRIMARY KEY,
    name text NOT NULL,
    owner_id bigint NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
    created_at bigint NOT NULL,
    pictures_on_click boolean NOT NULL DEFAULT FALSE,
    requires_second_step boolean NOT NULL DEFAULT FALSE,
    suspended_at bigint,
    suspended_for text NOT NULL DEFAULT ''
);
CREATE INDEX servers_lower_name_idx ON servers (LOWER(name));
CREATE INDEX servers_owner_id_idx ON servers (owner_id);

CREATE TABLE channels (
    id bigint NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    name text NOT NULL,
    topic text NOT NULL,
    created_at bigint NOT NULL,
    slow_mode integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX channels_server_id_name_key ON channels (server_id, name);

CREATE TABLE roles (
    id bigint NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    name text NOT NULL,
    name_folded text NOT NULL,
    mentionable boolean NOT NULL,
    permissions integer NOT NULL,
    created_at bigint NOT NULL,
    name_look text,
    name_look_key text,
    position integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX roles_server_id_name_folded_key ON roles (server_id, name_folded);
CREATE UNIQUE INDEX roles_server_id_name_look_key ON roles (server_id, name_look);
CREATE UNIQUE INDEX roles_server_id_name_look_key_key ON roles (server_id, name_look_key);

CREATE TABLE members (
    server_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    joined_at bigint NOT NULL,
    PRIMARY KEY (server_id, user_id)
);
CREATE INDEX members_user_id_idx ON members (user_id);

CREATE TABLE member_roles (
    server_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role_id bigint NOT NULL,
    given_at bigint NOT NULL,
    PRIMARY KEY (server_id, user_id, role_id)
);
CREATE INDEX member_roles_role_id_idx ON member_roles (role_id);
CREATE INDEX member_roles_user_id_idx ON member_roles (user_id);

CREATE TABLE overwrites (
    id bigint NOT NULL PRIMARY KEY,
    channel_id bigint NOT NULL,
    role_id bigint,
    user_id bigint,
    allow integer NOT NULL,
    deny integer NOT NULL,
    CHECK ((role_id IS NULL) <> (user_id IS NULL))
);
CREATE INDEX overwrites_role_id_idx ON overwrites (role_id);
CREATE INDEX overwrites_user_id_idx ON overwrites (user_id);
CREATE UNIQUE INDEX overwrites_channel_id_role_id_key ON overwrites (channel_id, role_id);
CREATE UNIQUE INDEX overwrites_channel_id_user_id_key ON overwrites (channel_id, user_id);

CREATE TABLE invites (
    code text NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    creator_id bigint,
    uses integer NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    max_uses integer
);
CREATE INDEX invites_creator_id_idx ON invites (creator_id);
CREATE INDEX invites_expires_at_idx ON invites (expires_at);
CREATE INDEX invites_server_id_created_at_idx ON invites (server_id, created_at);

CREATE TABLE bans (
    id bigint NOT NULL PRIMARY KEY,
    server_id bigint NOT NULL,
    user_id bigint NOT NULL,
    banned_by bigint,
    reason text NOT NULL,
    created_at bigint NOT NULL
);
CREATE INDEX bans_banned_by_idx ON bans (banned_by);
CREATE INDEX bans_server_id_id_idx ON bans (server_id, id);
CREATE INDEX bans_user_id_idx ON bans (user_id);
CREATE UNIQUE INDEX bans_server_id_user_id_key ON bans (server_id, user_id);

CREATE TABLE timeouts (
    server_id bigint NOT NULL,
    user_id bigint NOT NULL,
    ends_at bigint NOT NULL,
    PRIMARY KEY (server_id, user_id)
);
CREATE INDEX timeouts_ends_at_idx ON timeouts (ends_at);
CREATE INDEX timeouts_user_id_idx ON timeouts (user_id);

CREATE TABLE slow_mode_posts (
    user_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    posted_at bigint NOT NULL,
    PRIMARY KEY (user_id, channel_id)
);
CREATE INDEX slow_mode_posts_posted_at_idx ON slow_mode_posts (posted_at);

CREATE TABLE mutes (
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    place_id bigint NOT NULL,
    ends_at bigint,
    PRIMARY KEY (user_id, place_id)
);
CREATE INDEX mutes_ends_at_idx ON mutes (ends_at);
CREATE INDEX mutes_place_id_idx ON mutes (place_id);

CREATE TABLE audit_entries (
    id bigint NOT NULL PRIMARY KEY,
    log_id bigint NOT NULL,
    actor_id bigint NOT NULL,
    actor_name text NOT NULL,
    actor_nickname text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id bigint,
    target_name text NOT NULL,
    detail text NOT NULL
);
CREATE INDEX audit_entries_log_id_action_id_idx ON audit_entries (log_id, action, id);
CREATE INDEX audit_entries_log_id_actor_id_id_idx ON audit_entries (log_id, actor_id, id);
CREATE INDEX audit_entries_log_id_id_idx ON audit_entries (log_id, id);

-- down

DROP TABLE audit_entries;
DROP TABLE mutes;
DROP TABLE slow_mode_posts;
DROP TABLE timeouts;
DROP TABLE bans;
DROP TABLE invites;
DROP TABLE overwrites;
DROP TABLE member_roles;
DROP TABLE members;
DROP TABLE roles;
DROP TABLE channels;
DROP TABLE servers;
