-- Home shows banners: an emergency reaches fans where they watch the countdown.
-- stop-first: no
ALTER TABLE banner DROP CONSTRAINT banner_type_check;
ALTER TABLE banner ADD CONSTRAINT banner_type_check CHECK (type IN ('home', 'task', 'activity', 'mall'));
