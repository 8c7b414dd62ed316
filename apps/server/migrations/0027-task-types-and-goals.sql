-- What tasks ask for: the types there are, and how many friends an invite task wants.

ALTER TABLE task
  ADD COLUMN goal integer NOT NULL DEFAULT 1 CHECK (goal BETWEEN 1 AND 100),
  -- Type 35 asks for friends.
  ADD CONSTRAINT task_goal_is_of_an_invite CHECK (goal = 1 OR type_id = 35),
  -- The specification's ids, and from 101 on our own.
  ADD CONSTRAINT task_type_is_known CHECK (type_id IN (
    2, 8, 9, 10, 13, 15, 16, 23, 25, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 49, 50, 53, 54, 55, 56,
    62, 75, 76, 77, 78, 79, 85, 87, 88, 90, 101, 102));
