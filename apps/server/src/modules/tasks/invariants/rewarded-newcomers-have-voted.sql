-- No invite is rewarded unless a vote of its newcomer counts, and every newcomer's inviter matches the invite.
SELECT i.newcomer_id, i.inviter_id, i.state
  FROM invite i
  JOIN fan f ON f.id = i.newcomer_id
 WHERE f.invited_by IS DISTINCT FROM i.inviter_id
    OR (i.state = 'rewarded'
        AND NOT EXISTS (SELECT FROM ledger.transfer t
                          LEFT JOIN decided_vote d ON d.vote_id = t.id
                          LEFT JOIN vote_decision v ON v.id = d.decision_id
                         WHERE t.fan = i.newcomer_id AND t.reason = 10 AND (t.flag IS NULL OR v.verdict = 'released')))
