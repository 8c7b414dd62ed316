-- Forms that fans fill in at somebody else's site for a task, and the confirmations that they did.

-- { "url", "parameter": the query parameter that names the fan, or null where the url has a place for it }. A task
-- of a form type without one, from before there were forms, cannot be done.
ALTER TABLE task
  ADD COLUMN form jsonb,
  ADD CONSTRAINT task_form_fits_its_type CHECK (
    form IS NULL OR (
      type_id IN (16, 30, 31, 32, 33, 34, 37, 39, 40, 41, 43, 44, 47, 53, 77, 78, 79, 87)
      AND (form ->> 'url' LIKE 'https://_%' OR form ->> 'url' = '/dev/form')
      AND (form ->> 'parameter' IS NULL) = (form ->> 'url' LIKE '%{parameter}%'))
  );

-- A fan and a form in one occurrence of its task.
CREATE TABLE form_entry (
  fan_id       bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  occurrence   text NOT NULL,
  task_id      text NOT NULL REFERENCES task,
  -- What the form is told instead of who the fan is.
  ticket       uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- When the fan first went to the form; never, where an operator confirmed an entry that came by another way.
  opened_at    timestamptz,
  confirmed_at timestamptz,
  confirmed_by text CHECK (confirmed_by IN ('provider', 'operator')),
  PRIMARY KEY (fan_id, occurrence, task_id),
  CONSTRAINT form_entry_confirmed_by_somebody CHECK (num_nulls(confirmed_at, confirmed_by) IN (0, 2))
);

-- What was confirmed stays so.
CREATE FUNCTION refuse_unconfirming() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a confirmed form entry never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER form_entry_stays_confirmed BEFORE UPDATE ON form_entry
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL
                     AND (NEW.confirmed_at, NEW.confirmed_by, NEW.ticket)
                         IS DISTINCT FROM (OLD.confirmed_at, OLD.confirmed_by, OLD.ticket))
  EXECUTE FUNCTION refuse_unconfirming();
