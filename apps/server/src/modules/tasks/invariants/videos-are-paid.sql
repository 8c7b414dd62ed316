-- Every reward of a video has exactly its transfer in the ledger, and every such transfer its reward.
SELECT coalesce(r.fan_id, t.fan) AS fan, coalesce(r.key, t.key) AS key, r.video_id, r.points, t.posted
  FROM fan_video_reward r
  FULL JOIN (SELECT transfer.fan, transfer.key,
                    string_agg(format('%s %s', unit.name, transfer.direction * transfer.amount), ', ' ORDER BY leg) AS posted
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit
              WHERE transfer.reason = 44
              GROUP BY transfer.fan, transfer.key) t
    ON t.fan = r.fan_id AND t.key = r.key
 WHERE t.posted IS DISTINCT FROM format('POINT %s', r.points)
