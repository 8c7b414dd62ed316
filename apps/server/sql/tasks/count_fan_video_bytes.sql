-- Maintains the sums of fan_video_disk. An unfinished upload counts from its announcement.
CREATE OR REPLACE FUNCTION count_fan_video_bytes() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_more       bigint := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE fan_video_bytes(NEW) END
                       - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE fan_video_bytes(OLD) END;
  v_unfinished bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state = 'uploading' THEN NEW.size_bytes ELSE 0 END
                       - CASE WHEN TG_OP <> 'INSERT' AND OLD.state = 'uploading' THEN OLD.size_bytes ELSE 0 END;
BEGIN
  IF v_more <> 0 OR v_unfinished <> 0 THEN
    UPDATE fan_video_disk SET used_bytes = used_bytes + v_more, unfinished_bytes = unfinished_bytes + v_unfinished;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER fan_video_bytes_are_counted AFTER INSERT OR DELETE OR UPDATE OF state, size_bytes ON fan_video
  FOR EACH ROW EXECUTE FUNCTION count_fan_video_bytes();
