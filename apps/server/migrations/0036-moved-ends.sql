-- Ends of elections that were moved after the opening, and acts without an operator.

-- History, written by ledger.move_end; the published rule document keeps the first end. `reason` is what voters read.
-- `xid` is the transaction, so that triggers allow a change of an end only together with its row.
CREATE TABLE ledger.moved_end (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  period     integer NOT NULL,
  round      smallint NOT NULL,
  former_end timestamptz NOT NULL,
  new_end    timestamptz NOT NULL CHECK (new_end <> former_end),
  reason     jsonb NOT NULL CHECK (public.is_text_in_both_languages(reason)),
  moved_at   timestamptz NOT NULL,
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  FOREIGN KEY (period, round) REFERENCES ledger.round,
  CONSTRAINT moved_end_lies_ahead CHECK (new_end > moved_at)
);
CREATE INDEX moved_end_period_idx ON ledger.moved_end (period, round, id);
GRANT SELECT ON ledger.moved_end TO lightstick_app;

-- How far the notices about a moved end have come. Fans up to `last_fan` have theirs.
CREATE TABLE moved_end_notice (
  moved_end integer PRIMARY KEY REFERENCES ledger.moved_end,
  last_fan  bigint NOT NULL DEFAULT 0,
  is_done   boolean NOT NULL DEFAULT false
);

-- ledger.move_end moves rounds and limits itself.
DROP TRIGGER IF EXISTS period_moves_rounds ON ledger.period;
DROP FUNCTION IF EXISTS ledger.move_rounds;

-- Null: a command of the database's owner, which has no operator.
ALTER TABLE operator_act ALTER COLUMN operator_id DROP NOT NULL;
