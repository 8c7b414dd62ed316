/** What a fan does for a task. `binding` needs a social account that is bound; `other` kinds have no way to be done here. */
type TaskKind = 'visit' | 'checkIn' | 'binding' | 'other';

const checkInType = 2;
const visitTypes: ReadonlySet<number> = new Set([13, 15, 23, 25, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88]);

/** The visit that is taken on trust: its page cannot be told from any other tab a fan has open. */
const trustedVisitType = 13;

const twitterTypes: ReadonlySet<number> = new Set([8, 9, 10]);
const bindingTabs: ReadonlySet<string> = new Set(['bindTasks', 'twitterTasks', 'discordTasks']);

/** Which kind a task is. A visit stays a visit in whatever tab it stands: looking at a page needs no binding. */
export function taskKind({ typeId, tab }: { readonly typeId: number; readonly tab: string }): TaskKind {
  if (typeId === checkInType) return 'checkIn';
  if (visitTypes.has(typeId)) return 'visit';
  return twitterTypes.has(typeId) || bindingTabs.has(tab) ? 'binding' : 'other';
}

/** Whether the server must have seen each link's visit begin, and its dwell time pass, before it pays. */
export function needsConfirmedView(typeId: number): boolean {
  return visitTypes.has(typeId) && typeId !== trustedVisitType;
}
