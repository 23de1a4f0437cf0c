-- The language that a person chose for pages, texts and notifications.

ALTER TABLE users ADD COLUMN language text;

-- down

ALTER TABLE users DROP COLUMN language;
