-- The disk space of a video; 0 once its file is removed.
CREATE OR REPLACE FUNCTION fan_video_bytes(v fan_video) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN v.state IN ('refused', 'withdrawn') THEN 0 ELSE v.size_bytes END;
