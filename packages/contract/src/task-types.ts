/**
 * The action that a task asks for, and its type ids. Ids from 101 on are ours: the specification has tabs for linking
 * accounts and for luck, but no type ids.
 */
export const taskTypes = {
  checkIn: [2],
  socialAction: [8, 9, 10],
  visit: [13, 15, 23, 25, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88],
  form: [16, 30, 31, 32, 33, 34, 37, 39, 40, 41, 43, 44, 47, 53, 77, 78, 79, 87],
  invite: [35],
  quiz: [49],
  riddle: [50],
  video: [76],
  stake: [90],
  link: [101, 102],
  luck: [103],
} as const satisfies Record<string, readonly number[]>;

export type TaskKind = keyof typeof taskTypes;

export const taskKinds = Object.keys(taskTypes) as TaskKind[];

/** Visits of three labelled links instead of one page. */
export const searchLinkTypes = [15, 23, 25] as const;

const kinds: ReadonlyMap<number, TaskKind> = new Map(
  taskKinds.flatMap((kind) => taskTypes[kind].map((typeId) => [typeId, kind] as const)),
);

/** Returns the kind of a type id; undefined for an invalid id. */
export function taskKindOf(typeId: number): TaskKind | undefined {
  return kinds.get(typeId);
}
