-- Every ten minutes a job looks for videos whose check came to nothing; without an index it read all there ever were.
CREATE INDEX fan_video_unchecked_idx ON fan_video (begun_at) WHERE state = 'checking';
