import type { PackDraft } from './pack.ts';
import type { Problem } from './problem.ts';

const namedOnABallot = 7;

/** Whether every poll belongs to an activity of its own in which enough idols stand. */
export function best7Checks({ best7Polls, activities, idols }: PackDraft): Problem[] {
  const { ids } = activities;
  if (!ids) return [];
  const seen = new Set<string>();
  return best7Polls.entries.flatMap(({ value: poll, problem }) => {
    const id = poll.activity;
    if (!ids.has(id)) {
      return [
        problem(['activity'], `is "${id}", which is no activity of this pack; expected one of ${[...ids].join(', ')}`),
      ];
    }
    if (seen.has(id)) return [problem(['activity'], `is "${id}" again; expected one poll for each activity`)];
    seen.add(id);
    const activity = activities.entries.find(({ value }) => value.id === id)?.value;
    // How many stand in it is known once all of it is read.
    if (!activity || !idols.ids || idols.entries.length < idols.ids.size) return [];
    const candidates = idols.entries.filter(({ value }) => activity.teams.includes(value.team)).length;
    if (candidates >= namedOnABallot) return [];
    return [problem(['activity'], `is "${id}", in which ${candidates} idols stand; expected at least seven`)];
  });
}
