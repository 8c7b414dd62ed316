import type { Language } from '@lightstick/contract';
import { retryOnLostConnection } from '#/db/retry.ts';
import { readInSnapshot } from '#/db/snapshot.ts';
import { Refusal } from '#/errors.ts';
import { staleWhileRevalidate } from '#/lib/shared-reads.ts';
import { type Activity, readActivities, type Candidate, type RuleSet } from './activities.view.ts';
import type { Services } from '#/services.ts';
import { coverUrl } from '#/modules/art/index.ts';
import { activityState, type ActivityState, freezeOf, priceStepsOf, type Round, roundState } from './activity.rules.ts';
import { idolInBrief, type Ranking } from './idols.view.ts';

/**
 * Activities, teams and candidates in memory: every vote and every ranking needs them, and they change only when an
 * operator applies a content pack or an activity closes.
 */
export type ActivityCatalogue = {
  all(): Promise<readonly Activity[]>;
  find(activityId: string): Promise<Activity | undefined>;
  /** Makes the next question read the database. */
  forget(): void;
};

export function createActivityCatalogue({ db, clock }: Pick<Services, 'db' | 'clock'>): ActivityCatalogue {
  async function read(): Promise<ReadonlyMap<string, Activity>> {
    const activities = await readInSnapshot(db, readActivities);
    return new Map(activities.map((activity) => [activity.id, activity]));
  }
  const memory = staleWhileRevalidate(
    clock,
    () => retryOnLostConnection(read),
    (activities) => activities.size > 0,
  );
  return {
    all: async () => [...(await memory.current()).values()],
    find: async (activityId) => (await memory.current()).get(activityId),
    forget: memory.forget,
  };
}

/** Finds an activity by its id. Throws Refusal ACTIVITY_NOT_FOUND. */
export async function findActivity(catalogue: ActivityCatalogue, activityId: string): Promise<Activity> {
  const activity = await catalogue.find(activityId);
  if (!activity) throw new Refusal('ACTIVITY_NOT_FOUND');
  return activity;
}

/** Returns the current activity: the one that needs attention first. */
export async function currentActivity(catalogue: ActivityCatalogue, at: Date): Promise<Activity | undefined> {
  const [first] = (await catalogue.all()).toSorted(byAttention(at));
  return first;
}

/** Finds a candidate who has not withdrawn. Throws Refusal IDOL_NOT_FOUND or IDOL_WITHDRAWN. */
export function findCandidate(activity: Activity, idolId: string): Candidate {
  const candidate = activity.candidates.get(idolId);
  if (!candidate) throw new Refusal('IDOL_NOT_FOUND');
  if (candidate.isWithdrawn) throw new Refusal('IDOL_WITHDRAWN');
  return candidate;
}

/** Returns an activity as lists show it. */
export function activitySummary(activity: Activity, language: Language, at: Date) {
  return {
    activityId: activity.id,
    title: activity.title[language],
    subtitle: activity.subtitle[language],
    state: activityState(activity, at),
    opensAt: activity.opensAt.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    timeZone: activity.timeZone,
    coverUrl: coverUrl(activity.coverSeed),
    rounds: activity.rounds.map(roundTime),
  };
}

function roundTime({ round, opensAt, closesAt }: Round) {
  return { round, opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString() };
}

/** Returns the opening, the close and the state of an activity. */
export function activityTime(activity: Activity, at: Date) {
  return {
    activityId: activity.id,
    state: activityState(activity, at),
    opensAt: activity.opensAt.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    timeZone: activity.timeZone,
    serverTime: at.toISOString(),
  };
}

/** Returns an activity in a few words, with the ways to it. */
export function activityInfo(activity: Activity, language: Language, at: Date) {
  const time = activityTime(activity, at);
  const screen = time.state === 'final' ? '/event-summary' : '/vote-activity';
  const query = `?activityId=${encodeURIComponent(activity.id)}`;
  return {
    ...time,
    title: activity.title[language],
    subtitle: activity.subtitle[language],
    coverUrl: coverUrl(activity.coverSeed),
    link: `${screen}${query}`,
    rulesLink: `/rule${query}`,
  };
}

/** Returns a rule set without its document. It is frozen from the opening on. */
export function ruleSetBrief(
  { version, hash, publishedAt }: RuleSet,
  { opensAt }: Pick<Activity, 'opensAt'>,
  at: Date,
) {
  return { version, hash, publishedAt: publishedAt.toISOString(), isFrozen: at >= opensAt };
}

/** Describes one activity with its rules and prizes. */
export function activityDetail(
  activity: Activity,
  language: Language,
  { at, totalVotes, setAside }: { at: Date } & Pick<Ranking, 'totalVotes' | 'setAside'>,
) {
  const withdrawn = [...activity.candidates.values()].filter(({ isWithdrawn }) => isWithdrawn);
  return {
    ...activitySummary(activity, language, at),
    serverTime: at.toISOString(),
    ticketAsset: activity.ticketAsset,
    voteAsset: activity.voteAsset,
    votesPerTicket: activity.votesPerTicket,
    priceSteps: priceStepsOf(activity),
    ruleSet: activity.ruleSet && ruleSetBrief(activity.ruleSet, activity, at),
    freeVotesPerDay: activity.freeVotesPerDay,
    dailyCap: activity.dailyCap,
    tieRule: activity.ruleSet?.document.tieRule ?? 'reachedFirst',
    rounds: activity.rounds.map((round) => ({
      ...roundTime(round),
      state: roundState(round, at),
      goOn: round.goOn,
      carries: round.carries,
      freezesAt: freezeOf(activity, round)?.toISOString() ?? null,
    })),
    rules: activity.rules.map((rule) => rule[language]),
    prizes: activity.prizes.map((prize) => ({ ...prize, title: prize.title[language] })),
    totalVotes,
    setAside,
    ...(withdrawn.length > 0 && { withdrawn: withdrawn.map((candidate) => idolInBrief(candidate, language)) }),
  };
}

const order: Readonly<Record<ActivityState, number>> = { open: 0, closing: 1, tallying: 1, scheduled: 2, final: 3 };

/** Orders open activities first, by their close; then coming ones; then ended ones, the latest first. */
export function byAttention(at: Date): (a: Activity, b: Activity) => number {
  return (a, b) => {
    const [stateA, stateB] = [activityState(a, at), activityState(b, at)];
    if (order[stateA] !== order[stateB]) return order[stateA] - order[stateB];
    if (stateA === 'final') return b.closesAt.getTime() - a.closesAt.getTime();
    return stateA === 'scheduled'
      ? a.opensAt.getTime() - b.opensAt.getTime()
      : a.closesAt.getTime() - b.closesAt.getTime();
  };
}
