-- How many bytes each server wrote, by the day.

CREATE TABLE server_writes (
    day bigint NOT NULL,
    server_id bigint NOT NULL,
    message_bytes bigint NOT NULL,
    log_bytes bigint NOT NULL,
    PRIMARY KEY (day, server_id)
);

-- down

DROP TABLE server_writes;
