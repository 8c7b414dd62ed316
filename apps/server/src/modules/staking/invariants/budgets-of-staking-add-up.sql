-- What is set aside of a budget is the pools of its periods without what came back.
SELECT b.id, b.set_aside, p.given
  FROM staking_budget b
  LEFT JOIN (SELECT budget_id, sum(pool - coalesce(returned, 0)) AS given FROM staking_period GROUP BY budget_id) p
    ON p.budget_id = b.id
 WHERE b.set_aside <> coalesce(p.given, 0)
