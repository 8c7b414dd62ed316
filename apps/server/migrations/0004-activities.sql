-- What an operator's content pack defines: activities and who takes part in them. Texts are {"en_US": …, "zh_TW": …}.

CREATE FUNCTION is_text_in_both_languages(p_text jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_typeof(p_text -> 'en_US') = 'string' AND p_text ->> 'en_US' <> ''
     AND jsonb_typeof(p_text -> 'zh_TW') = 'string' AND p_text ->> 'zh_TW' <> ''
$$;

-- One row for each pack ever applied. Relative times of a pack count from `anchored_at`, its first application.
CREATE TABLE content_pack (
  name         text PRIMARY KEY,
  version      text NOT NULL,
  digest       bytea NOT NULL,
  anchored_at  timestamptz NOT NULL,
  applied_at   timestamptz NOT NULL,
  simulated_at timestamptz
);

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

-- Who stands in an activity, and the pool in which their votes are counted.
CREATE TABLE candidate (
  activity_id text NOT NULL REFERENCES activity,
  idol_id     text NOT NULL REFERENCES idol,
  pool        bigint NOT NULL UNIQUE REFERENCES ledger.pool,
  withdrawn   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (activity_id, idol_id)
);

-- The ranking on each hour, from which places gained and lost are told.
CREATE TABLE ranking_snapshot (
  activity_id text NOT NULL REFERENCES activity,
  taken_at    timestamptz NOT NULL,
  idol_id     text NOT NULL REFERENCES idol,
  votes       bigint NOT NULL CHECK (votes >= 0),
  rank        integer NOT NULL CHECK (rank > 0),
  PRIMARY KEY (activity_id, taken_at, idol_id)
);

-- Conversions of tickets into votes; the amounts that moved are in the ledger under the same key.
CREATE TABLE ticket_conversion (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan,
  activity_id  text NOT NULL REFERENCES activity,
  tickets      bigint NOT NULL CHECK (tickets > 0),
  votes        bigint NOT NULL CHECK (votes > 0),
  key          uuid NOT NULL,
  converted_at timestamptz NOT NULL,
  UNIQUE (fan_id, key)
);
CREATE INDEX ticket_conversion_newest_idx ON ticket_conversion (fan_id, id DESC);
