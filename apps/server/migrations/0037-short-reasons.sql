-- A reason in Chinese may have two characters: 灌票. The contract counts characters as people do, of up to 16 code points.
ALTER TABLE operator_act DROP CONSTRAINT operator_act_why_check;
ALTER TABLE operator_act ADD CONSTRAINT operator_act_why_check CHECK (char_length(why) BETWEEN 2 AND 8000);
ALTER TABLE live_chat_mute DROP CONSTRAINT live_chat_mute_reason_check;
ALTER TABLE live_chat_mute ADD CONSTRAINT live_chat_mute_reason_check CHECK (char_length(reason) BETWEEN 2 AND 3200);
ALTER TABLE fan_video DROP CONSTRAINT fan_video_refusal_words_check;
ALTER TABLE fan_video ADD CONSTRAINT fan_video_refusal_words_check CHECK (char_length(refusal_words) BETWEEN 2 AND 8000);
