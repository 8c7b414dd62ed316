-- The published list of a raffle has its entrants, and a draw has a winner for each prize as far as there are entrants.
SELECT d.campaign_id AS raffle, d.entrants, f.entrants AS recounted, w.winners
  FROM raffle_draw d
  LEFT JOIN (SELECT campaign_id, count(*) AS entrants FROM campaign_fan WHERE is_listed AND used > 0 GROUP BY campaign_id) f USING (campaign_id)
  LEFT JOIN (SELECT campaign_id, count(*) AS winners FROM raffle_winner GROUP BY campaign_id) w USING (campaign_id)
  LEFT JOIN (SELECT campaign_id, sum(total) AS prizes FROM campaign_prize GROUP BY campaign_id) z USING (campaign_id)
 WHERE d.entrants <> coalesce(f.entrants, 0)
    OR coalesce(w.winners, 0) <> CASE WHEN d.drawn_at IS NULL THEN 0 ELSE least(d.entrants, z.prizes) END
