-- Every rewarded invite has exactly its promised reward in the ledger, and every such reward its invite.
SELECT coalesce(i.inviter_id, t.fan) AS fan, coalesce(i.key, t.key) AS key, i.newcomer_id, i.reward, t.posted
  FROM (SELECT * FROM invite WHERE state = 'rewarded') i
  FULL JOIN (SELECT transfer.fan, transfer.key,
                    string_agg(format('%s %s', unit.name, transfer.direction * transfer.amount), ', ' ORDER BY leg) AS posted
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit
              WHERE transfer.reason = 41
              GROUP BY transfer.fan, transfer.key) t
    ON t.fan = i.inviter_id AND t.key = i.key
 WHERE t.posted IS DISTINCT FROM format('POINT %s', i.reward)
