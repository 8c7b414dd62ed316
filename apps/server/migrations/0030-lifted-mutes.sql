-- Moderators lift the mutes of their rooms.

ALTER TABLE live_chat_mute
  ADD COLUMN lifted_at timestamptz CHECK (lifted_at >= muted_at),
  ADD CONSTRAINT live_chat_mute_ends_one_way CHECK (lifted_at IS NULL OR granted IS NOT TRUE);
GRANT UPDATE (lifted_at) ON live_chat_mute TO lightstick_app;
CREATE INDEX live_chat_mute_of_room_idx ON live_chat_mute (room_id, id DESC) WHERE lifted_at IS NULL;
-- Those for ever hold in all rooms; each belongs to the room in which it was given.
CREATE INDEX live_chat_mute_for_ever_idx ON live_chat_mute (id DESC) WHERE room_id IS NULL AND lifted_at IS NULL;

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
