-- stop-first: no
-- Addresses to which events are sent. The place bounds how many there are.
CREATE TABLE webhook_endpoint (
  id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place                smallint NOT NULL UNIQUE CHECK (place BETWEEN 1 AND 20),
  url                  text NOT NULL UNIQUE CHECK (char_length(url) BETWEEN 10 AND 500),
  events               text[] NOT NULL CONSTRAINT webhook_endpoint_events_are_known
                       CHECK (cardinality(events) > 0
                              AND events <@ ARRAY['round.opened', 'round.frozen', 'round.settled', 'result.ready',
                                                  'order.paid', 'order.fulfilled', 'claim.held', 'alert']),
  -- Sealed by SERVER_SECRET. The secret before the last rotation signs as well until `former_until`.
  sealed_secret        bytea NOT NULL CHECK (octet_length(sealed_secret) BETWEEN 60 AND 200),
  sealed_former_secret bytea CHECK (octet_length(sealed_former_secret) BETWEEN 60 AND 200),
  former_until         timestamptz,
  created_at           timestamptz NOT NULL,
  -- Since when no delivery has succeeded.
  failing_since        timestamptz,
  switched_off_at      timestamptz,
  switched_off_because text CHECK (switched_off_because IN ('gone', 'failing')),
  CHECK ((sealed_former_secret IS NULL) = (former_until IS NULL)),
  CHECK ((switched_off_at IS NULL) = (switched_off_because IS NULL))
);

-- What happened, written in its transaction and only once for a subject. `facts` name no fan.
CREATE TABLE webhook_event (
  id          uuid PRIMARY KEY,
  type        text NOT NULL CHECK (type IN ('round.opened', 'round.frozen', 'round.settled', 'result.ready', 'order.paid',
                                            'order.fulfilled', 'claim.held', 'alert', 'test')),
  subject     text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 200),
  facts       jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object' AND octet_length(facts::text) <= 2000),
  occurred_at timestamptz NOT NULL,
  UNIQUE (type, subject)
);
CREATE INDEX webhook_event_age_idx ON webhook_event (occurred_at);
REVOKE UPDATE ON webhook_event FROM lightstick_app;

-- An event on its way to an endpoint. A process that sends it holds it until `leased_until`; if the process dies, another one
-- sends it then. `tries` counts since it was last asked for, `attempts` all.
CREATE TABLE webhook_delivery (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id     uuid NOT NULL REFERENCES webhook_event ON DELETE CASCADE,
  endpoint_id  bigint NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  due_at       timestamptz CHECK ((due_at IS NOT NULL) = (state = 'waiting')),
  leased_until timestamptz CHECK (leased_until IS NULL OR state = 'waiting'),
  tries        smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 8),
  attempts     integer NOT NULL DEFAULT 0 CHECK (attempts >= tries),
  UNIQUE (event_id, endpoint_id)
);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (endpoint_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_endpoint_idx ON webhook_delivery (endpoint_id, id);

-- One POST. Nothing of the answer but its status is kept; without a duration the process ended before the answer.
CREATE TABLE webhook_attempt (
  delivery_id bigint NOT NULL REFERENCES webhook_delivery ON DELETE CASCADE,
  number      integer NOT NULL CHECK (number > 0),
  started_at  timestamptz NOT NULL,
  duration_ms integer CHECK (duration_ms >= 0),
  status      smallint CHECK (status BETWEEN 100 AND 999),
  failure     text CHECK (failure IN ('timeout', 'notPublic', 'connection')),
  PRIMARY KEY (delivery_id, number),
  CHECK (num_nonnulls(status, failure) = CASE WHEN duration_ms IS NULL THEN 0 ELSE 1 END)
);
