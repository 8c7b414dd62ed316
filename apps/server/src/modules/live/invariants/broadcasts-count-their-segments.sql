-- A broadcast counts the segments that are kept of it, which follow each other within its room and begin a new timeline.
SELECT b.room_id, b.id, b.segments, s.segments AS kept, s.first, s.last
  FROM live_broadcast b
  LEFT JOIN LATERAL (SELECT count(*) AS segments, min(number) AS first, max(number) AS last,
                            bool_or(is_discontinuous AND number = b.first_number) AS begins_anew
                       FROM live_segment WHERE broadcast_id = b.id) s ON true
 WHERE b.segments <> s.segments
    OR s.segments > 0 AND (s.first <> b.first_number OR s.last <> b.first_number + b.segments - 1 OR NOT s.begins_anew)
    OR EXISTS (SELECT FROM live_broadcast other
                WHERE other.room_id = b.room_id AND other.id < b.id AND other.first_number + other.segments > b.first_number)
