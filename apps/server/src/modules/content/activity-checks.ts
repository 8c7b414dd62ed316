import type { Entry, PackDraft } from './pack.ts';
import type { PackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';
import { roundChecks } from './round-checks.ts';
import type { Activity } from './schema/activities.ts';
import type { Path } from './yaml-file.ts';

const minuteMs = 60_000;

/** What must hold between the rules of one activity: prices, limits near the end, prizes and rounds. */
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

function pricesRise({ value: { votesPerTicket, priceSteps }, problem }: Entry<Activity>): Problem[] {
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

/** Each stretch lies within the one before it and allows no more votes. */
function endingsNarrow({ value: { endingLimits = [], dailyCap }, problem }: Entry<Activity>): Problem[] {
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

/** With all free votes of a day cast, the share allows one other vote at least; else nobody could ever cast any. */
function shareLeavesAVote({ value: activity, problem }: Entry<Activity>): Problem[] {
  const { paidShareMaxPercent: percent, freeVotesPerDay: free } = activity;
  if (percent === undefined || Math.floor((percent * free) / (100 - percent)) >= 1) return [];
  const least = Math.ceil(100 / (free + 1));
  const expected = free === 0 ? 'nothing, because there are no free votes' : `at least ${least}, or more free votes`;
  const why = free === 0 ? '' : `, because beside ${free} a day no other vote could be cast`;
  return [problem(['paidShareMaxPercent'], `is ${percent}; expected ${expected}${why}`)];
}

/** What is counted back from the end of a round begins after its opening. */
function fitsRounds({ value: activity, problem }: Entry<Activity>): Problem[] {
  const shortest = Math.min(...(activity.rounds ?? [activity]).map(lengthMs));
  const most = Math.ceil(shortest / minuteMs) - 1;
  const reaches: readonly (readonly [Path, number | undefined])[] = [
    [['endingLimits', 0, 'withinMinutes'], activity.endingLimits?.[0]?.withinMinutes],
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

function prizesApart({ value: activity, problem }: Entry<Activity>): Problem[] {
  let last = 0;
  return activity.prizes.flatMap(({ ranks: [from, to] }, index) => {
    const message = `begins at ${from}, but the ranks up to ${last} have a prize; expected ranks in order, each once`;
    const problems = from > last ? [] : [problem(['prizes', index, 'ranks'], message)];
    last = Math.max(last, to);
    return problems;
  });
}
