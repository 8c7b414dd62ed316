-- Each answer keeps the name of the model that gave it. Null for automatic answers, and for those from before.
ALTER TABLE ai_answer
  ADD COLUMN model text CHECK (char_length(model) BETWEEN 1 AND 200),
  ADD CONSTRAINT ai_answer_names_its_model CHECK (model IS NULL OR mode = 'model');
