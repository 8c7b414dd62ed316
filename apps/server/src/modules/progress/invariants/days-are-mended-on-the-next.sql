-- A day is mended on the day after it, by the platform's calendar, which is at most 14 hours from UTC.
SELECT d.fan_id, d.day, d.mended_at
  FROM fan_day d
 WHERE d.mended_at IS NOT NULL
   AND (d.mended_at AT TIME ZONE 'UTC' < (d.day + 1)::timestamp - interval '14 hours'
        OR d.mended_at AT TIME ZONE 'UTC' >= (d.day + 2)::timestamp + interval '12 hours')
