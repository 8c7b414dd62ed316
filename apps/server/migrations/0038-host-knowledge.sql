-- What the AI host knows beside facts and written pages: entries of content packs, each asked in several ways.
CREATE TABLE faq_entry (
  id       text PRIMARY KEY,
  position integer NOT NULL CHECK (position >= 0),
  -- Of each language: ways to ask, and an answer of at most three sentences.
  asks     jsonb NOT NULL CHECK (jsonb_typeof(asks -> 'en_US') = 'array' AND jsonb_typeof(asks -> 'zh_TW') = 'array'),
  answer   jsonb NOT NULL CHECK (jsonb_typeof(answer -> 'en_US') = 'string' AND jsonb_typeof(answer -> 'zh_TW') = 'string'),
  link     text NOT NULL CHECK (link ~ '^/'),
  retired  boolean NOT NULL DEFAULT false
);
REVOKE INSERT, UPDATE, DELETE ON faq_entry FROM lightstick_app;

-- 'suggested': the host asks back and suggests questions. 'unknown': the host says that it does not know.
ALTER TABLE ai_answer
  ADD COLUMN outcome text NOT NULL DEFAULT 'answered' CHECK (outcome IN ('answered', 'suggested', 'unknown')),
  ADD COLUMN suggestions text[] NOT NULL DEFAULT '{}' CHECK (cardinality(suggestions) <= 3),
  ADD CONSTRAINT ai_answer_suggests_questions CHECK ((outcome = 'suggested') <= (cardinality(suggestions) > 0));
UPDATE ai_answer SET outcome = 'unknown' WHERE source IS NULL AND gesture = 'sorry';

-- A question in which a cry for help may hide is answered like others, and its fan gets help lines, too.
ALTER TABLE ai_question ADD COLUMN offers_help boolean NOT NULL DEFAULT false;

-- When the last answer is spoken to its end. A fan who waits alone need not wait for the pace of the room.
ALTER TABLE ai_host ADD COLUMN spoken_until timestamptz NOT NULL DEFAULT 'epoch';
