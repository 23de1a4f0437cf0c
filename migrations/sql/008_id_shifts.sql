-- When ids began to be ahead of the clock, and by how much.

CREATE TABLE id_shifts (
    first_id bigint NOT NULL PRIMARY KEY,
    began_at bigint NOT NULL,
    ahead_ms bigint NOT NULL
);

-- down

DROP TABLE id_shifts;
