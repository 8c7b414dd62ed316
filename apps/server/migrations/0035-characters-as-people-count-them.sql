-- The contract counts characters as people do; an emoji, a flag or a letter with its marks has up to sixteen code points. The
-- database bounds what that may need.

-- Invisible signs that a script or an emoji needs, as the contract has them.
CREATE FUNCTION needed_signs() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '(?<=[\u0620-\u06FF])\u200C'
  || '|(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u0F84\u1039\u17D2\u1A60\u1B44\u1BAA\uA9C0\uABED])\u200C'
  || '|(?<=\U0001F3F4)\U000E0067\U000E0062(?:\U000E0065\U000E006E\U000E0067|\U000E0073\U000E0063\U000E0074'
  || '|\U000E0077\U000E006C\U000E0073)\U000E007F';

CREATE OR REPLACE FUNCTION is_visible_text(given text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN given IS NFC NORMALIZED AND regexp_replace(given, needed_signs(), '', 'g') !~ hidden_characters();

ALTER TABLE fan
  DROP CONSTRAINT fan_nickname_check, ADD CONSTRAINT fan_nickname_check CHECK (char_length(nickname) BETWEEN 1 AND 384),
  DROP CONSTRAINT fan_bio_check, ADD CONSTRAINT fan_bio_check CHECK (char_length(bio) <= 3200);
ALTER TABLE fan_video
  DROP CONSTRAINT fan_video_title_check,
  ADD CONSTRAINT fan_video_title_check
    CHECK (char_length(title) BETWEEN 1 AND 960 AND is_visible_text(title) AND title !~ '\n');
ALTER TABLE live_chat_message
  DROP CONSTRAINT live_chat_message_text_check,
  ADD CONSTRAINT live_chat_message_text_check
    CHECK (char_length(text) BETWEEN 1 AND 3200 AND is_visible_text(text) AND text !~ '\n');
ALTER TABLE live_chat_mute
  DROP CONSTRAINT live_chat_mute_appeal_check,
  ADD CONSTRAINT live_chat_mute_appeal_check CHECK (char_length(appeal) BETWEEN 1 AND 8000);
ALTER TABLE ai_question
  DROP CONSTRAINT ai_question_text_check,
  ADD CONSTRAINT ai_question_text_check CHECK (char_length(text) BETWEEN 1 AND 1920 AND is_visible_text(text));
ALTER TABLE riddle_answer
  DROP CONSTRAINT riddle_answer_answer_check,
  ADD CONSTRAINT riddle_answer_answer_check CHECK (char_length(answer) BETWEEN 1 AND 3200);
