-- A room counts its tickets, at its own price, within its seats; only tickets of cancelled and failed rooms are refunded.
SELECT r.id, r.sold, r.seats, t.tickets, t.refunded
  FROM live_room r
  LEFT JOIN (SELECT room_id, count(*) AS tickets, count(refunded_at) AS refunded, min(paid) AS least, max(paid) AS most
               FROM live_ticket GROUP BY room_id) t ON t.room_id = r.id
 WHERE r.sold <> coalesce(t.tickets, 0) OR r.sold > r.seats OR t.least <> r.price OR t.most <> r.price
    OR t.refunded > 0 AND r.cancelled_at IS NULL AND r.failed_at IS NULL
