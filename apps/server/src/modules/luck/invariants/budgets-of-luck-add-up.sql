-- What a budget has set aside is what its packets and campaigns took and did not return.
SELECT b.id AS budget, b.asset, b.set_aside, f.kept
  FROM luck_budget b
  LEFT JOIN (SELECT budget_id, asset, sum(amount - coalesce(returned, 0)) AS kept FROM luck_funding GROUP BY budget_id, asset) f
    ON f.budget_id = b.id AND f.asset = b.asset
 WHERE b.set_aside <> coalesce(f.kept, 0)
