-- Elections: activities and candidates, rule sets, conversions of tickets into votes, results, and display freezes.

-- Activities ----------------------------------------------------------------------------------------------------------

-- Activities are the operator's content, which the owner applies.
CREATE TABLE activity (
  id               text PRIMARY KEY,
  period           integer NOT NULL UNIQUE REFERENCES ledger.period,
  title            jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  subtitle         jsonb NOT NULL CHECK (is_text_in_both_languages(subtitle)),
  ticket_asset     text NOT NULL,
  vote_asset       text NOT NULL,
  votes_per_ticket integer NOT NULL CHECK (votes_per_ticket > 0),
  cover_seed       text NOT NULL,
  rules            jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  prizes           jsonb NOT NULL CHECK (jsonb_typeof(prizes) = 'array')
);
REVOKE INSERT, UPDATE, DELETE ON activity FROM lightstick_app;

-- Published rules of an activity. A pack may publish another version until the activity opens; versions never change.
CREATE TABLE rule_set (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activity_id  text NOT NULL REFERENCES activity,
  version      integer NOT NULL CHECK (version > 0),
  -- Canonical JSON (RFC 8785), so that anyone can compute the hash.
  document     text NOT NULL,
  hash         bytea NOT NULL CHECK (hash = sha256(convert_to(document, 'UTF8'))),
  published_at timestamptz NOT NULL,
  UNIQUE (activity_id, version)
);
ALTER TABLE ledger.period ADD FOREIGN KEY (rule_set) REFERENCES rule_set;
REVOKE INSERT, UPDATE, DELETE ON rule_set FROM lightstick_app;

CREATE TABLE team (
  id       text PRIMARY KEY,
  name     jsonb NOT NULL CHECK (is_text_in_both_languages(name)),
  slogan   jsonb NOT NULL CHECK (is_text_in_both_languages(slogan)),
  colour   text NOT NULL CHECK (colour ~ '^#[0-9a-f]{6}$'),
  position integer NOT NULL
);

CREATE TABLE idol (
  -- Digits only: the public vote log writes it as an unsigned number.
  id            text PRIMARY KEY CHECK (id ~ '^[1-9][0-9]{0,17}$'),
  team_id       text NOT NULL REFERENCES team,
  name          jsonb NOT NULL CHECK (is_text_in_both_languages(name)),
  number        integer NOT NULL CHECK (number BETWEEN 1 AND 999),
  profile       jsonb NOT NULL CHECK (is_text_in_both_languages(profile)),
  portrait_seed text NOT NULL,
  birthday      text,
  hobby         jsonb
);

-- The candidates of an activity.
CREATE TABLE candidate (
  activity_id text NOT NULL REFERENCES activity,
  idol_id     text NOT NULL REFERENCES idol,
  withdrawn   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (activity_id, idol_id)
);
REVOKE INSERT, UPDATE, DELETE ON candidate FROM lightstick_app;

-- The idols of each round with their pools, which are named by idol id.
CREATE VIEW candidate_tally AS
  SELECT a.id AS activity_id, t.name AS idol_id, t.round, t.id AS pool, q.id AS quarantine_pool, v.id AS voided_pool, t.carried,
         t.carried_at
    FROM activity a
    JOIN ledger.pool t ON t.period = a.period AND t.kind = 'tally'
    JOIN ledger.pool q ON q.unit = t.unit AND q.kind = 'quarantine' AND q.name = t.name AND q.round = t.round
    JOIN ledger.pool v ON v.unit = t.unit AND v.kind = 'voided' AND v.name = t.name AND v.round = t.round;

-- Conversions ---------------------------------------------------------------------------------------------------------

-- Conversions of tickets into votes; the ledger has the amounts under the same key. `day_tickets` is the day's total with
-- this conversion, because a ticket's value may depend on it.
CREATE TABLE ticket_conversion (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan,
  activity_id  text NOT NULL REFERENCES activity,
  tickets      bigint NOT NULL CHECK (tickets > 0),
  votes        bigint NOT NULL CHECK (votes > 0),
  key          uuid NOT NULL,
  converted_at timestamptz NOT NULL,
  day          date NOT NULL,
  day_tickets  bigint NOT NULL,
  rule_set     integer REFERENCES rule_set,
  UNIQUE (fan_id, key),
  CONSTRAINT conversion_is_of_its_day CHECK (day_tickets >= tickets),
  CONSTRAINT conversion_has_its_own_tickets UNIQUE (fan_id, activity_id, day, day_tickets)
);
CREATE INDEX ticket_conversion_newest_idx ON ticket_conversion (fan_id, id DESC);
-- What fans paid and received explains postings of the ledger, so it never changes.
REVOKE UPDATE, DELETE ON ticket_conversion FROM lightstick_app;

-- A fan's converted tickets on a day of the activity. A conversion locks this row until its commit, so that two cannot use
-- the same tickets of the day.
CREATE TABLE conversion_day (
  fan_id      bigint NOT NULL REFERENCES fan,
  activity_id text NOT NULL REFERENCES activity,
  day         date NOT NULL,
  tickets     bigint NOT NULL CHECK (tickets > 0),
  PRIMARY KEY (fan_id, activity_id, day)
);
-- Counters of payment limits change but are never deleted.
REVOKE DELETE ON conversion_day FROM lightstick_app;

-- Results -------------------------------------------------------------------------------------------------------------

-- The result of a round, written once by settle_round.
CREATE TABLE round_result (
  activity_id text NOT NULL REFERENCES activity,
  round       smallint NOT NULL CHECK (round > 0),
  idol_id     text NOT NULL REFERENCES idol,
  votes       bigint NOT NULL CHECK (votes >= 0),
  rank        integer NOT NULL CHECK (rank > 0),
  goes_on     boolean NOT NULL,
  PRIMARY KEY (activity_id, round, idol_id)
);
REVOKE INSERT, UPDATE, DELETE ON round_result FROM lightstick_app;

-- The hourly ranking; gained and lost places are computed from it.
CREATE TABLE ranking_snapshot (
  activity_id text NOT NULL REFERENCES activity,
  taken_at    timestamptz NOT NULL,
  idol_id     text NOT NULL REFERENCES idol,
  votes       bigint NOT NULL CHECK (votes >= 0),
  rank        integer NOT NULL CHECK (rank > 0),
  PRIMARY KEY (activity_id, taken_at, idol_id)
);
-- Without it, one idol's history would read the rows of all.
CREATE INDEX ranking_snapshot_idol_idx ON ranking_snapshot (activity_id, idol_id, taken_at) INCLUDE (votes, rank);

-- What is shown of a round while its rules hide the count, until it is settled. The first process at that moment writes it
-- and all show the same. `seen` is the database snapshot: a transfer is included if it is visible in it. A round has one
-- freeze for good: a second one, after a moved end, would reveal what the first hides.
CREATE TABLE display_freeze (
  activity_id text NOT NULL REFERENCES activity,
  round       smallint NOT NULL CHECK (round > 0),
  frozen_at   timestamptz NOT NULL,
  seen        pg_snapshot NOT NULL,
  version     bigint NOT NULL CHECK (version >= 0),
  -- [{idolId, votes, rank}] in ranking order.
  standings   jsonb NOT NULL,
  -- [{idolId, quarantined, released, voided}] of the round, for idols with any.
  set_aside   jsonb NOT NULL,
  PRIMARY KEY (activity_id, round)
);
-- The application writes it only through take_display_freeze.
REVOKE INSERT, UPDATE, DELETE ON display_freeze FROM lightstick_app;
