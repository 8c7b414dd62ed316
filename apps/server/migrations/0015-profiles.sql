-- What a fan says of themselves holds no character that nobody sees or that turns the direction of writing around, in the
-- database as in the contract, whose list this is. (The joiner U+200D, of which emoji are made, is left to the contract
-- alone, as are line breaks to each field.)

CREATE FUNCTION hidden_characters() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160'
  || '\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFEFF\uFFA0'
  || '\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
  || '\U000E0000-\U000E00FF\U000E01F0-\U000E0FFF\U000F0000-\U0010FFFF]';

CREATE FUNCTION is_visible_text(given text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN given IS NFC NORMALIZED AND given !~ hidden_characters();

-- What was written before the rule is cleaned as sign-up cleans the name that it is given.
UPDATE fan
   SET nickname = coalesce(nullif(btrim(left(btrim(regexp_replace(regexp_replace(
         normalize(nickname, NFC), hidden_characters(), ' ', 'g'), '\s+', ' ', 'g')), 24)), ''), 'Fan')
 WHERE NOT is_visible_text(nickname) OR nickname ~ '\n' OR nickname <> btrim(nickname);
UPDATE fan
   SET bio = left(regexp_replace(normalize(bio, NFC), hidden_characters(), ' ', 'g'), 200)
 WHERE NOT is_visible_text(bio);

ALTER TABLE fan
  ADD CONSTRAINT fan_nickname_is_visible
    CHECK (is_visible_text(nickname) AND nickname !~ '\n' AND nickname = btrim(nickname)),
  ADD CONSTRAINT fan_bio_is_visible CHECK (is_visible_text(bio));

-- An uploaded picture is one fan's, and is found by its name when files that nobody shows any more are swept away.
CREATE UNIQUE INDEX fan_avatar_file_once ON fan (avatar_file) WHERE avatar_file IS NOT NULL;
