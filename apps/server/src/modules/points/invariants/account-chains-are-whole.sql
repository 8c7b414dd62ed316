-- An account's transfers are numbered 1, 2, 3 without gap or fork, and each continues from the balance before it.
SELECT fan, unit, seq, expected_seq, balance_after, expected_balance
  FROM (SELECT fan, unit, seq, balance_after,
               row_number() OVER account AS expected_seq,
               sum(direction * amount) OVER account AS expected_balance
          FROM ledger.transfer
        WINDOW account AS (PARTITION BY fan, unit ORDER BY seq)) chain
 WHERE seq <> expected_seq OR balance_after <> expected_balance
