-- A nonce and a hash belong to a signed form of the transaction. Exactly what is over keeps no bytes.
SELECT t.id, t.state, t.nonce, t.hash
  FROM chain_transaction t
 WHERE t.nonce IS NOT NULL
   AND NOT EXISTS (SELECT FROM signed_transaction s WHERE s.transaction_id = t.id AND s.nonce = t.nonce)
    OR t.hash IS NOT NULL AND NOT EXISTS (SELECT FROM signed_transaction s WHERE s.transaction_id = t.id AND s.hash = t.hash)
    OR EXISTS (SELECT FROM signed_transaction s
                WHERE s.transaction_id = t.id AND (s.raw IS NULL) <> (t.target IS NULL));
