import { orderProblems } from './order-problems.ts';
import type { Entry, PackDraft } from './pack.ts';
import type { PackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';
import type { Activity } from './schema/activities.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The rounds of an activity follow each other from its opening to its close, and ever fewer go on. */
export function roundChecks(entry: Entry<Activity>, draft: Pick<PackDraft, 'idols'>): Problem[] {
  const { value: activity, problem } = entry;
  const { rounds } = activity;
  if (!rounds) return [];
  const problems = rounds.flatMap(({ opensAt, closesAt }, index) =>
    orderProblems(problem, { opens: opensAt, closes: closesAt, path: ['rounds', index, 'closesAt'] }),
  );
  // Times of two kinds cannot be compared, and that is told already or by the first of these.
  return problems.length > 0
    ? problems
    : [...endsMeet(entry, rounds), ...restsBetween(entry, rounds), ...fewerGoOn(entry, rounds, draft)];
}

type Rounds = NonNullable<Activity['rounds']>;

function endsMeet({ value: activity, problem }: Entry<Activity>, rounds: Rounds): Problem[] {
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

/** How long a round takes to be counted at most, also when a server is started anew meanwhile. */
const countingMs = 5 * minuteMs;

/** A round needs to be counted before the next begins, and votes in quarantine to be decided. */
function restsBetween({ value: { quarantine }, problem }: Entry<Activity>, rounds: Rounds): Problem[] {
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
  { value: { teams }, problem }: Entry<Activity>,
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
