-- The classes of advisory locks with two keys, and what the second key is: a number, or the hash of a text.
-- src/db/lock-classes.ts names the same numbers, and a test compares both with the locks that functions take.
CREATE OR REPLACE FUNCTION lock_classes() RETURNS TABLE (class integer, name text, second_key text)
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  VALUES (7701, 'ledgerBook', 'book'),
         (7702, 'ledgerPeriod', 'period'),
         (7703, 'songEvent', 'hash of the event'),
         (7704, 'best7Poll', 'hash of the activity'),
         (7705, 'voteDecision', 'period'),
         (7706, 'displayFreeze', 'hash of the activity'),
         (7707, 'offerStock', 'hash of the offer'),
         (7708, 'simulatedCrowd', 'period'),
         (7711, 'luckPublisher', 'none'),
         (7712, 'stakingPeriod', 'days since the first Monday of 2000'),
         (7713, 'stakingPublisher', 'none'),
         (7715, 'chainSender', 'hash of the address')
$$;

REVOKE ALL ON FUNCTION lock_classes FROM PUBLIC;
