-- The counted disk space equals the size of videos with a file and of unfinished uploads.
SELECT disk.used_bytes, held.bytes, disk.unfinished_bytes, held.unfinished
  FROM fan_video_disk disk
 CROSS JOIN (SELECT coalesce(sum(size_bytes) FILTER (WHERE state NOT IN ('refused', 'withdrawn')), 0) AS bytes,
                    coalesce(sum(size_bytes) FILTER (WHERE state = 'uploading'), 0) AS unfinished
               FROM fan_video) held
 WHERE disk.used_bytes <> held.bytes OR disk.unfinished_bytes <> held.unfinished
