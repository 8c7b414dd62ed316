-- A fan's daily counter equals the sum of their votes of that day.
SELECT event_id, fan_id, day, d.votes, v.votes AS in_votes
  FROM song_vote_day d
  FULL JOIN (SELECT event_id, fan_id, day, sum(votes) AS votes FROM song_vote GROUP BY event_id, fan_id, day) v
       USING (event_id, fan_id, day)
 WHERE d.votes IS DISTINCT FROM v.votes
