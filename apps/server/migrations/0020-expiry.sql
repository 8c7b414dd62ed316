-- Points that expire. A credit of an expiring unit goes into a lot: what an account was credited until the end of one month. A
-- spend leaves lots alone; sql/ledger/remaining_lots computes what is left of each, the soonest spent first.

ALTER TABLE ledger.unit ADD COLUMN expires boolean NOT NULL DEFAULT false;
UPDATE ledger.unit SET expires = true WHERE kind = 'point';

-- How long a credit of an expiring unit lives: `term` as the terms say, `kept` as what was paid back would have lived, `carried`
-- as what the giver paid lives. Null for reasons that credit no expiring unit.
ALTER TABLE ledger.reason ADD COLUMN life text CHECK (life IN ('term', 'kept', 'carried'));
INSERT INTO ledger.reason (code, name) VALUES (81, 'points_expired'), (82, 'tickets_lapsed');
UPDATE ledger.reason SET life = 'term' WHERE code IN (40, 41, 42, 44, 50, 52, 53, 55, 90);
UPDATE ledger.reason SET life = 'kept' WHERE code = 24;
UPDATE ledger.reason SET life = 'carried' WHERE code = 61;

-- Points expire at the end of a month in this zone: `months` months after the month of the credit. Null: never.
CREATE TABLE ledger.expiry_terms (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  months      smallint CHECK (months BETWEEN 1 AND 120),
  time_zone   text NOT NULL
);
INSERT INTO ledger.expiry_terms (months, time_zone) VALUES (NULL, 'Asia/Taipei');

CREATE TABLE ledger.lot (
  fan        bigint NOT NULL,
  unit       smallint NOT NULL,
  -- The last day, or infinity.
  expires_on date NOT NULL,
  credited   bigint NOT NULL CHECK (credited > 0),
  PRIMARY KEY (fan, unit, expires_on),
  FOREIGN KEY (fan, unit) REFERENCES ledger.account,
  CONSTRAINT lot_ends_with_a_month CHECK (expires_on = 'infinity' OR extract(day FROM expires_on + 1) = 1)
) WITH (fillfactor = 70);
CREATE INDEX lot_due_idx ON ledger.lot (unit, expires_on, fan);
INSERT INTO ledger.lot (fan, unit, expires_on, credited)
  SELECT a.fan, a.unit, 'infinity', a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit
   WHERE u.expires AND a.balance > 0;

-- When the tickets or votes of a unit were last taken back, because the results of their elections are final.
CREATE TABLE ledger.lapsed_unit (
  unit      smallint PRIMARY KEY REFERENCES ledger.unit,
  lapsed_at timestamptz NOT NULL
);

GRANT SELECT ON ledger.expiry_terms, ledger.lot, ledger.lapsed_unit TO lightstick_app;

-- The accounts of a unit in the order of fans: what lapses is found without the other units.
CREATE INDEX account_of_unit_idx ON ledger.account (unit, fan);

-- When tickets and votes are of no use any more: the results of all activities that take them are final, and no song event does.
-- `at` is null while a round of one has no result.
CREATE VIEW ledger.unit_to_lapse AS
  SELECT u.id AS unit, max(greatest(p.closes_at, e.closes_at)) AS usable_until,
         CASE WHEN bool_and(r.is_final) THEN max(greatest(r.settled_at, e.closes_at + interval '1 hour')) END AS at
    FROM activity a
    JOIN ledger.period p ON p.id = a.period
    JOIN ledger.unit u ON u.name IN (a.ticket_asset, a.vote_asset)
   CROSS JOIN LATERAL (SELECT bool_and(x.status = 'settled') AS is_final, max(x.settled_at) AS settled_at
                         FROM ledger.round x WHERE x.period = p.id) r
   CROSS JOIN LATERAL (SELECT max(s.final_closes_at) AS closes_at FROM song_event s WHERE s.activity_id = a.id) e
   GROUP BY u.id;
GRANT SELECT ON ledger.unit_to_lapse TO lightstick_app;
