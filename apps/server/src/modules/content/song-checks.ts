import type { Entry, PackDraft } from './pack.ts';
import type { Problem } from './problem.ts';
import type { Activity } from './schema/activities.ts';
import type { SongEvent } from './schema/songs.ts';

const minuteMs = 60_000;

/** Every song event can take place: its rounds follow each other, and its final has enough songs. */
export function songChecks({ songEvents, activities }: Pick<PackDraft, 'songEvents' | 'activities'>): Problem[] {
  return [
    ...songEvents.entries.flatMap((entry) => [
      ...roundsInOrder(entry),
      ...placesForSongs(entry),
      ...rewardsApart(entry),
      ...activityIsThere(entry, activities.ids),
      ...endsWithActivity(entry, activities.entries),
    ]),
    ...songsApart(songEvents.entries),
  ];
}

/** Durations and dates have no order until the pack is applied, so one event cannot mix them. */
function roundsInOrder({ value: { nominations, final }, problem }: Entry<SongEvent>): Problem[] {
  const times = [
    { path: ['nominations', 'opensAt'], time: nominations.opensAt, leastMs: 0 },
    { path: ['nominations', 'closesAt'], time: nominations.closesAt, leastMs: 1 },
    { path: ['final', 'opensAt'], time: final.opensAt, leastMs: minuteMs },
    { path: ['final', 'closesAt'], time: final.closesAt, leastMs: 1 },
  ];
  return times.flatMap(({ path, time, leastMs }, index) => {
    const before = times[index - 1];
    if (!before) return [];
    const name = before.path.join('.');
    if (before.time.kind !== time.kind)
      return [problem(path, `is not written the way ${name} is; expected both as durations or both as dates`)];
    if (time.ms - before.time.ms >= leastMs) return [];
    return [problem(path, `is too early after ${name}; expected a later time, for the final by a minute at least`)];
  });
}

function placesForSongs({ value: { places, songs }, problem }: Entry<SongEvent>): Problem[] {
  if (places <= songs.length) return [];
  return [problem(['places'], `is ${places}, but there are ${songs.length} songs; expected at most that many`)];
}

function rewardsApart({ value: { rewards, places }, problem }: Entry<SongEvent>): Problem[] {
  let last = 0;
  return rewards.flatMap(({ ranks: [from, to] }, index) => {
    const path = ['rewards', index, 'ranks'];
    const begins = from > last;
    last = Math.max(last, to);
    if (!begins)
      return [problem(path, `begins at ${from}, which has a reward already; expected ranks in order, each once`)];
    return to > places
      ? [problem(path, `ends at ${to}, but ${places} songs are in the final; expected a rank of those`)]
      : [];
  });
}

function activityIsThere({ value, problem }: Entry<SongEvent>, ids: ReadonlySet<string> | undefined): Problem[] {
  if (!ids || ids.has(value.activity)) return [];
  const known = [...ids].join(', ');
  return [problem(['activity'], `is "${value.activity}", which is no activity of this pack; expected one of ${known}`)];
}

/** Votes of an activity can be had until it closes, so a longer final would leave fans without a way to them. */
function endsWithActivity({ value, problem }: Entry<SongEvent>, activities: readonly Entry<Activity>[]): Problem[] {
  const activity = activities.find((entry) => entry.value.id === value.activity)?.value;
  const { opensAt, closesAt } = value.final;
  // Times that cannot be compared within the event are already reported.
  if (!activity || closesAt.kind !== opensAt.kind) return [];
  const { id, closesAt: end } = activity;
  if (closesAt.kind !== end.kind) {
    const expected = 'expected both as durations or both as dates';
    return [problem(['final', 'closesAt'], `is not written the way closesAt of activity ${id} is; ${expected}`)];
  }
  if (closesAt.ms <= end.ms) return [];
  const why = 'because its votes can be had until then';
  return [
    problem(['final', 'closesAt'], `is later than activity ${id} closes; expected that time at the latest, ${why}`),
  ];
}

/** Songs are found by id alone, so a song belongs to one event. */
function songsApart(events: readonly Entry<SongEvent>[]): Problem[] {
  const known = new Set<string>();
  return events.flatMap(({ value, problem }) =>
    value.songs.flatMap(({ id }, index) => {
      if (known.has(id)) return [problem(['songs', index, 'id'], `is "${id}" again; expected an id of its own`)];
      known.add(id);
      return [];
    }),
  );
}
