-- Alone, because building it reads all fans: statements that only read them do not wait.
CREATE INDEX fan_shows_support_idx ON fan (id) WHERE shows_support;
