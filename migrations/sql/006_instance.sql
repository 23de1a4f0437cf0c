-- The instance: its processes, limits, settings and acts of its operator.

CREATE TABLE nodes (
    number integer NOT NULL PRIMARY KEY,
    holder bytea NOT NULL,
    leased_until bigint NOT NULL,
    keys text NOT NULL
);

CREATE /*postgres UNLOGGED*/ TABLE throttles (
    key bytea NOT NULL PRIMARY KEY,
    full_at_us bigint NOT NULL,
    taken integer NOT NULL,
    forget_at bigint NOT NULL
) /*postgres WITH (fillfactor = 70)*/;
CREATE INDEX throttles_forget_at_idx ON throttles (forget_at);

CREATE TABLE departed (
    kind text NOT NULL,
    id bigint NOT NULL,
    departed_at bigint NOT NULL,
    look_at bigint NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX departed_look_at_idx ON departed (look_at);

CREATE TABLE instance_settings (
    name text NOT NULL PRIMARY KEY,
    value text NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE instance_acts (
    id bigint NOT NULL PRIMARY KEY,
    actor_id bigint,
    actor_nickname text NOT NULL,
    act text NOT NULL,
    target_id bigint,
    target_name text NOT NULL,
    detail text NOT NULL,
    reason text NOT NULL
);

CREATE TABLE instance_counts (
    span text NOT NULL,
    began_at bigint NOT NULL,
    node integer NOT NULL,
    name text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (span, began_at, node, name)
);

-- down

DROP TABLE instance_counts;
DROP TABLE instance_acts;
DROP TABLE instance_settings;
DROP TABLE departed;
DROP TABLE throttles;
DROP TABLE nodes;
