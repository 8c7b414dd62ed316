-- A mint is done exactly when its transaction is confirmed, and each transaction of the purpose mints one piece.
SELECT t.id AS chain_transaction, t.state, m.edition_id, m.serial, m.minted_at
  FROM nft_mint m
  FULL JOIN (SELECT * FROM chain_transaction WHERE purpose = 'mint') t ON t.id = m.transaction_id
 WHERE m.serial IS NULL OR t.id IS NULL OR (t.state = 'confirmed') <> (m.minted_at IS NOT NULL);
