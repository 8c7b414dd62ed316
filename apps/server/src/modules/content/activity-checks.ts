import type { PackTime } from './pack-time.ts';
import type { PackEntry, PackDraft } from './pack.ts';
import type { Activity, Simulation, SongEvent } from './schema/activities.ts';
import type { Path, Problem } from './yaml-file.ts';

const minuteMs = 60_000;

/** Checks the rules of one activity against each other: prices, limits near the end, prizes and rounds. */
export function activityChecks(draft: PackDraft): Problem[] {
  return draft.activities.entries.flatMap((entry) => [
    ...pricesRise(entry),
    ...endingsNarrow(entry),
    ...shareLeavesAVote(entry),
    ...fitsRounds(entry),
    ...prizesApart(entry),
    ...roundChecks(entry, draft),
  ]);
}

function pricesRise({ value: { votesPerTicket, priceSteps }, problem }: PackEntry<Activity>): Problem[] {
  if (!priceSteps) {
    return votesPerTicket === undefined
      ? [problem(['votesPerTicket'], 'is missing; expected what a ticket is worth, here or by priceSteps')]
      : [];
  }
  const both =
    votesPerTicket === undefined
      ? []
      : [problem(['votesPerTicket'], 'is there beside priceSteps; expected one of the two')];
  const steps = priceSteps.flatMap(({ fromTicket }, index) => {
    const least = index === 0 ? 1 : (priceSteps[index - 1]?.fromTicket ?? 0) + 1;
    const isRight = index === 0 ? fromTicket === 1 : fromTicket >= least;
    if (isRight) return [];
    const expected = index === 0 ? '1, because the first step begins there' : `at least ${least}, after the one before`;
    return [problem(['priceSteps', index, 'fromTicket'], `is ${fromTicket}; expected ${expected}`)];
  });
  return [...both, ...steps];
}

/** Checks that each stretch lies within the one before it and allows no more votes. */
function endingsNarrow({ value: { endingLimits, dailyCap }, problem }: PackEntry<Activity>): Problem[] {
  return endingLimits.flatMap(({ withinMinutes, votes }, index) => {
    const wider = endingLimits[index - 1];
    const at = (field: string, message: string) => problem(['endingLimits', index, field], message);
    const most = Math.min(wider?.votes ?? Number.POSITIVE_INFINITY, dailyCap ?? Number.POSITIVE_INFINITY);
    return [
      ...(wider && withinMinutes >= wider.withinMinutes
        ? [at('withinMinutes', `is ${withinMinutes}; expected less than ${wider.withinMinutes}, the one before`)]
        : []),
      ...(votes > most
        ? [at('votes', `is ${votes}; expected at most ${most}, which the ${wider ? 'one before' : 'daily cap'} allows`)]
        : []),
    ];
  });
}

/**
 * Checks that the share allows at least one other vote after all free votes of a day; otherwise it allows none at all.
 */
function shareLeavesAVote({ value: activity, problem }: PackEntry<Activity>): Problem[] {
  const { paidShareMaxPercent: percent, freeVotesPerDay: free } = activity;
  if (percent === null || Math.floor((percent * free) / (100 - percent)) >= 1) return [];
  const least = Math.ceil(100 / (free + 1));
  const expected = free === 0 ? 'nothing, because there are no free votes' : `at least ${least}, or more free votes`;
  const why = free === 0 ? '' : `, because beside ${free} a day no other vote could be cast`;
  return [problem(['paidShareMaxPercent'], `is ${percent}; expected ${expected}${why}`)];
}

/** Checks that a time counted back from the end of a round begins after its opening. */
function fitsRounds({ value: activity, problem }: PackEntry<Activity>): Problem[] {
  const shortest = Math.min(...(activity.rounds ?? [activity]).map(lengthMs));
  const most = Math.ceil(shortest / minuteMs) - 1;
  const reaches: readonly (readonly [Path, number | undefined])[] = [
    [['endingLimits', 0, 'withinMinutes'], activity.endingLimits[0]?.withinMinutes],
    [['displayFreezeMinutes'], activity.displayFreezeMinutes],
  ];
  return reaches.flatMap(([path, minutes]) =>
    minutes !== undefined && shortest > 0 && minutes > most
      ? [problem(path, `is ${minutes}; expected at most ${most}, because a round has no more minutes`)]
      : [],
  );
}

function lengthMs({ opensAt, closesAt }: { opensAt: PackTime; closesAt: PackTime }): number {
  return closesAt.ms - opensAt.ms;
}

function prizesApart({ value: activity, problem }: PackEntry<Activity>): Problem[] {
  let last = 0;
  return activity.prizes.flatMap(({ ranks: [from, to] }, index) => {
    const message = `begins at ${from}, but the ranks up to ${last} have a prize; expected ranks in order, each once`;
    const problems = from > last ? [] : [problem(['prizes', index, 'ranks'], message)];
    last = Math.max(last, to);
    return problems;
  });
}

/** Checks that simulated fans may vote: they cast more than free votes, and vote in one round. */
export function simulationMayVote(
  { problem }: Pick<PackEntry<Simulation>, 'problem'>,
  { id, rounds, paidShareMaxPercent }: Activity,
): Problem[] {
  return [
    ...(paidShareMaxPercent === null ? [] : ['a paidShareMaxPercent']),
    ...(rounds && rounds.length > 1 ? [`${rounds.length} rounds`] : []),
  ].map((rule) =>
    problem(['activity'], `is "${id}", which has ${rule}; expected an activity without, or no simulation`),
  );
}

/** Durations and dates have no order until the pack is applied, so one entry cannot mix them. */
export function orderProblems(
  problem: PackEntry<unknown>['problem'],
  { opens, closes, path }: { opens: PackTime | undefined; closes: PackTime | undefined; path: Path },
): Problem[] {
  if (!opens || !closes) return [];
  if (opens.kind !== closes.kind) {
    return [problem(path, 'is not written the way opensAt is; expected both as durations or both as dates')];
  }
  return closes.ms > opens.ms ? [] : [problem(path, 'is not after opensAt; expected a later time')];
}

const hourMs = 60 * minuteMs;

/**
 * Checks that rounds follow each other from the opening to the close, and that each advances fewer idols than the one
 * before.
 */
function roundChecks(entry: PackEntry<Activity>, draft: Pick<PackDraft, 'idols'>): Problem[] {
  const { value: activity, problem } = entry;
  const { rounds } = activity;
  if (!rounds) return [];
  const problems = rounds.flatMap(({ opensAt, closesAt }, index) =>
    orderProblems(problem, { opens: opensAt, closes: closesAt, path: ['rounds', index, 'closesAt'] }),
  );
  // Times of two kinds cannot be compared; an earlier check reports them.
  return problems.length > 0
    ? problems
    : [...endsMeet(entry, rounds), ...restsBetween(entry, rounds), ...fewerGoOn(entry, rounds, draft)];
}

type Rounds = NonNullable<Activity['rounds']>;

function endsMeet({ value: activity, problem }: PackEntry<Activity>, rounds: Rounds): Problem[] {
  const last = rounds.length - 1;
  const ends = [
    [0, 'opensAt', activity.opensAt],
    [last, 'closesAt', activity.closesAt],
  ] as const;
  return ends.flatMap(([index, field, expected]) => {
    const time = rounds[index]?.[field];
    if (!time || isSame(time, expected)) return [];
    return [problem(['rounds', index, field], `is not ${field} of the activity; expected the same time`)];
  });
}

/** The longest time to count a round, a server restart included. */
const countingMs = 5 * minuteMs;

/** Checks that a round is counted and its votes in quarantine are decided before the next round begins. */
function restsBetween({ value: { quarantine }, problem }: PackEntry<Activity>, rounds: Rounds): Problem[] {
  const restMs = (quarantine?.decideWithinHours ?? 0) * hourMs + countingMs;
  const rest = quarantine ? `${quarantine.decideWithinHours} hours and 5 minutes` : '5 minutes';
  return rounds.slice(1).flatMap(({ opensAt }, index) => {
    const before = rounds[index]?.closesAt;
    if (!before || (before.kind === opensAt.kind && opensAt.ms - before.ms >= restMs)) return [];
    const why = quarantine ? ', so that votes in quarantine are decided' : '';
    return [
      problem(
        ['rounds', index + 1, 'opensAt'],
        `is too early; expected at least ${rest} after the close of the round before${why}`,
      ),
    ];
  });
}

function fewerGoOn(
  { value: { teams }, problem }: PackEntry<Activity>,
  rounds: Rounds,
  { idols }: Pick<PackDraft, 'idols'>,
): Problem[] {
  let standing = idols.entries.filter(({ value }) => teams.includes(value.team)).length;
  return rounds.flatMap(({ goOn, carries }, index) => {
    if (index === rounds.length - 1) {
      return (['goOn', 'carries'] as const)
        .filter((field) => (field === 'goOn' ? goOn !== undefined : carries === true))
        .map((field) => problem(['rounds', index, field], 'is there; expected nothing, because no round follows'));
    }
    if (goOn === undefined)
      return [problem(['rounds', index, 'goOn'], 'is missing; expected how many go on to the next round')];
    const most = standing - 1;
    standing = goOn;
    return goOn <= most
      ? []
      : [problem(['rounds', index, 'goOn'], `is ${goOn}; expected at most ${most}, fewer than stand in the round`)];
  });
}

function isSame(one: PackTime, other: PackTime): boolean {
  return one.kind === other.kind && one.ms === other.ms;
}

/** Checks that every song event can take place: its rounds follow each other, and its final has enough songs. */
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
function roundsInOrder({ value: { nominations, final }, problem }: PackEntry<SongEvent>): Problem[] {
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

function placesForSongs({ value: { places, songs }, problem }: PackEntry<SongEvent>): Problem[] {
  if (places <= songs.length) return [];
  return [problem(['places'], `is ${places}, but there are ${songs.length} songs; expected at most that many`)];
}

function rewardsApart({ value: { rewards, places }, problem }: PackEntry<SongEvent>): Problem[] {
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

function activityIsThere({ value, problem }: PackEntry<SongEvent>, ids: ReadonlySet<string> | undefined): Problem[] {
  if (!ids || ids.has(value.activity)) return [];
  const known = [...ids].join(', ');
  return [problem(['activity'], `is "${value.activity}", which is no activity of this pack; expected one of ${known}`)];
}

/** Checks that a final ends with its activity, which is when votes can last be had. */
function endsWithActivity(
  { value, problem }: PackEntry<SongEvent>,
  activities: readonly PackEntry<Activity>[],
): Problem[] {
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

/** Checks that a song belongs to one event, because songs are found by id alone. */
function songsApart(events: readonly PackEntry<SongEvent>[]): Problem[] {
  const known = new Set<string>();
  return events.flatMap(({ value, problem }) =>
    value.songs.flatMap(({ id }, index) => {
      if (known.has(id)) return [problem(['songs', index, 'id'], `is "${id}" again; expected an id of its own`)];
      known.add(id);
      return [];
    }),
  );
}
