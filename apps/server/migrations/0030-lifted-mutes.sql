-- Moderators lift the mutes of their rooms.

ALTER TABLE live_chat_mute
  ADD COLUMN lifted_at timestamptz CHECK (lifted_at >= muted_at),
  -- The room in which one for all rooms was given.
  ADD COLUMN given_in text REFERENCES live_room CHECK (room_id IS NULL OR given_in IS NULL),
  ADD CONSTRAINT live_chat_mute_ends_one_way CHECK (lifted_at IS NULL OR granted IS NOT TRUE);
GRANT UPDATE (lifted_at) ON live_chat_mute TO lightstick_app;
UPDATE live_chat_mute t SET given_in = a.room_id
  FROM live_chat_act a WHERE a.mute_id = t.id AND a.action = 'mute' AND t.room_id IS NULL;
CREATE INDEX live_chat_mute_of_room_idx ON live_chat_mute (coalesce(room_id, given_in), id DESC) WHERE lifted_at IS NULL;

ALTER TABLE live_chat_act
  DROP CONSTRAINT live_chat_act_action_check,
  ADD CONSTRAINT live_chat_act_is_known
    CHECK (action IN ('show', 'remove', 'pin', 'unpin', 'mute', 'liftMute', 'settings')),
  DROP CONSTRAINT live_chat_act_has_its_subject,
  ADD CONSTRAINT live_chat_act_has_its_subject
    CHECK ((action IN ('liftMute', 'settings')) = (message_id IS NULL)
       AND (action IN ('mute', 'settings')) = (details IS NOT NULL)
       AND (action IN ('mute', 'liftMute')) = (mute_id IS NOT NULL));
CREATE INDEX live_chat_act_of_mute_idx ON live_chat_act (mute_id) WHERE mute_id IS NOT NULL;
