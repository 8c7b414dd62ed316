-- Written pages of a content pack: about us, terms, privacy and their siblings. Texts are {"en_US": …, "zh_TW": …}.

CREATE TABLE page (
  -- The page's slug: the path of its screen without the slash.
  id         text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  title      jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  summary    jsonb NOT NULL CHECK (is_text_in_both_languages(summary)),
  -- Markdown. It is rendered and sanitised when it is read, so that a better sanitiser also reaches what is stored already.
  body       jsonb NOT NULL CHECK (is_text_in_both_languages(body)),
  updated_on date NOT NULL,
  retired    boolean NOT NULL DEFAULT false
);
