-- People whom the owner of an app lets see it.

CREATE TABLE app_collaborators (
    app_id bigint NOT NULL REFERENCES oauth_apps (id) ON DELETE CASCADE,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    added_at bigint NOT NULL,
    PRIMARY KEY (app_id, user_id)
) /*sqlite WITHOUT ROWID*/;
CREATE INDEX app_collaborators_user_id_idx ON app_collaborators (user_id);

-- down

DROP TABLE app_collaborators;
