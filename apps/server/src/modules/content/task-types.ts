/** How a task of a type is written in a pack. */
export type TaskShape = 'checkIn' | 'visit' | 'search' | 'other';

/** Visits of three labelled links instead of one page. */
const searchTypes = [15, 23, 25];
const visitTypes = [13, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88];
const formTypes = [16, 30, 31, 32, 33, 34, 37, 39, 40, 41, 43, 44, 47, 53, 77, 78, 79, 87];
/** Invite a friend, quiz, riddle, video, stake; and the Twitter group: follow, repost, like. */
const otherTypes = [35, 49, 50, 76, 90, 8, 9, 10];

const shapes: ReadonlyMap<number, TaskShape> = new Map<number, TaskShape>([
  [2, 'checkIn'],
  ...searchTypes.map((type) => [type, 'search'] as const),
  ...visitTypes.map((type) => [type, 'visit'] as const),
  ...[...formTypes, ...otherTypes].map((type) => [type, 'other'] as const),
]);

/** Every type id a task may have. */
export const taskTypeIds: readonly number[] = [...shapes.keys()].toSorted((one, other) => one - other);

export function taskShape(type: unknown): TaskShape | undefined {
  return typeof type === 'number' ? shapes.get(type) : undefined;
}
