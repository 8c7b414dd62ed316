import type { Kysely } from 'kysely';
import type { ClusterClock } from '#/db/cluster-clock.ts';
import type { Clock } from '#/lib/clock.ts';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import {
  type Activity,
  type ActivityCatalogue,
  freezeOf,
  isFrozenBy,
  roundOnShow,
  type Round,
} from '#/modules/elections/index.ts';
import { type SingleFlight, createSingleFlight } from '#/lib/shared-reads.ts';
import {
  type DisplayFreeze,
  hasSeen,
  type WrittenVote,
  findFreeze,
  findTakenFreeze,
  takeFreeze,
} from './standing.store.ts';

/** Decides what is shown of an activity: the live count, or the freeze from which on the rules hide it. */
export type DisplayFreezes = {
  /** Returns the freeze of the round on show; undefined while its count is not hidden. */
  inForce(activity: Activity, at: Date): Promise<DisplayFreeze | undefined>;
  /**
   * Takes a due freeze before a vote is written, so that no freeze contains a later vote. Returns undefined when
   * another process holds the lock; `hiding` then checks the vote against the freeze.
   */
  beforeVote(activity: Activity, receivedAt: Date): Promise<DisplayFreeze | undefined>;
  /**
   * Returns the freeze that hides a written vote; undefined for a shown vote. It uses the freeze's snapshot and no
   * clock, so repeats get the same answer.
   */
  hiding(activity: Activity, vote: WrittenVote & { readonly receivedAt: Date }): Promise<DisplayFreeze | undefined>;
  /**
   * Reads the shown values, and reads again if the count was hidden in between, because the first read may contain
   * hidden votes.
   */
  show<Shown>(
    activity: Activity,
    read: (moment: { readonly at: Date; readonly freeze: DisplayFreeze | undefined }) => Promise<Shown>,
  ): Promise<Shown>;
};

/** Keeps the freezes that one process took or read. */
export function createDisplayFreezes(services: FreezeTaking): DisplayFreezes {
  const { db, clock } = services;
  const taken = createTakenFreezes(services);

  async function inForce(activity: Activity, at: Date): Promise<DisplayFreeze | undefined> {
    const round = roundOnShow(activity.rounds, at);
    if (round.status === 'settled') return undefined;
    const freeze = taken.known(activity, round);
    // A stored freeze is in force even when this process's clock is behind.
    if (freeze || !isFrozenBy(activity, round, at)) return freeze;
    return (await taken.take(activity, round)).freeze;
  }

  /** Returns whether the count is hidden now, including by another process. */
  async function isHiddenNow(activity: Activity): Promise<boolean> {
    const now = clock.now();
    if (await inForce(activity, now)) return true;
    const round = roundOnShow(activity.rounds, now);
    return round.status !== 'settled' && (await taken.lookFor(activity, round)) !== undefined;
  }

  return {
    inForce,
    async beforeVote(activity, receivedAt) {
      const round = roundOnShow(activity.rounds, receivedAt);
      const frozenAt = freezeOf(activity, round);
      if (frozenAt === null || receivedAt < frozenAt) return undefined;
      const untilMs = clock.monotonicMs() + askAgainMs;
      for (;;) {
        const { freeze, againInMs, comesThen } = await taken.take(activity, round).catch(unlessHeldUp);
        const leftMs = untilMs - clock.monotonicMs();
        if (freeze || !comesThen || leftMs <= 0) return freeze;
        await clock.sleep(Math.min(againInMs, leftMs));
      }
    },
    async hiding(activity, vote) {
      const freeze = await taken.lookFor(activity, roundOnShow(activity.rounds, vote.receivedAt));
      if (!freeze) return undefined;
      const isShown = await retryOnLostConnection(() =>
        hasSeen(db, { seen: freeze.seen, period: activity.period, vote }),
      );
      return isShown ? undefined : freeze;
    },
    async show(activity, readShown) {
      for (;;) {
        const at = clock.now();
        const freeze = await inForce(activity, at);
        const shown = await readShown({ at, freeze });
        if (freeze || !(await isHiddenNow(activity))) return shown;
      }
    },
  };
}

/** SQLSTATE lock_not_available. */
const lockNotHad = '55P03';

/** Ignores a lock time-out, which reveals nothing about the freeze. */
function unlessHeldUp(error: unknown): Attempt {
  if (!(error instanceof Error && 'code' in error && error.code === lockNotHad)) throw error;
  return { freeze: undefined, againInMs: 0, comesThen: false };
}

/** Maximum cache time of the answer that a freeze cannot be taken yet. */
const askAgainMs = 1000;
/** How early a process looks for a freeze: longer than clocks differ and than a moved end takes to arrive. */
const lookFromMs = 10_000;

/** The result of taking a freeze: the freeze, or how long a new attempt is pointless. */
type Attempt = {
  readonly freeze: DisplayFreeze | undefined;
  readonly againInMs: number;
  /** Whether the freeze is due for all processes by then. */
  readonly comesThen: boolean;
};

/** A process's cache of freezes. */
type TakenFreezes = {
  /** Returns the cached freeze. */
  known(activity: Activity, round: Round): DisplayFreeze | undefined;
  /** Returns the stored freeze, and takes it now for an unsettled round. */
  take(activity: Activity, round: Round): Promise<Attempt>;
  /**
   * Returns the stored freeze. Without one, a later freeze contains all that this process wrote or read before.
   * Concurrent calls share one query; long before the freeze there is no query.
   */
  lookFor(activity: Activity, round: Round): Promise<DisplayFreeze | undefined>;
};

/** A process's knowledge of a round's freeze. */
type WatchedRound = {
  /** Immutable once set. */
  freeze: DisplayFreeze | undefined;
  /** The last attempt, and the end of the round at that time. */
  attempt: { readonly closesAtMs: number; readonly made: Promise<Attempt>; untilMs: number } | undefined;
  readonly looks: SingleFlight<DisplayFreeze | undefined>;
};

type FreezeTaking = {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly clusterClock: ClusterClock;
  readonly catalogue: Pick<ActivityCatalogue, 'forget'>;
};

/** Reads each freeze once in a process; a failed read is not cached. */
export function createTakenFreezes({ db, clock, clusterClock, catalogue }: FreezeTaking): TakenFreezes {
  const rounds = new Map<string, WatchedRound>();

  function watchedOf({ id: activityId }: Activity, { round }: Round): WatchedRound {
    const name = `${activityId} ${round}`;
    const watched: WatchedRound = rounds.get(name) ?? {
      freeze: undefined,
      attempt: undefined,
      looks: createSingleFlight(clock, async () => {
        watched.freeze ??= await retryOnLostConnection(() => findTakenFreeze(db, { activityId, round }));
        return watched.freeze;
      }),
    };
    rounds.set(name, watched);
    return watched;
  }

  /** Returns the stored freeze, and takes it now for an unsettled round. */
  async function attempt(activity: Activity, round: Round): Promise<Attempt> {
    const key = { activityId: activity.id, round: round.round };
    const { closesAt } = round;
    const frozenAt = freezeOf(activity, round);
    // A settled round hides nothing, so no freeze is taken for it.
    if (frozenAt === null || round.frozenAt !== null || round.status === 'settled') {
      return { freeze: await findFreeze(db, key), againInMs: askAgainMs, comesThen: false };
    }
    // A freeze is taken once for all processes, so the cluster clock decides, not this process's clock.
    const tooEarlyMs = frozenAt.getTime() - (await clusterClock()).getTime();
    if (tooEarlyMs > 0) {
      return {
        freeze: undefined,
        againInMs: Math.min(askAgainMs, tooEarlyMs),
        comesThen: tooEarlyMs < askAgainMs,
      };
    }
    const freeze = await takeFreeze(db, { ...key, frozenAt, closesAt });
    // The round's end has moved or the round is over, so the cached catalogue is stale.
    if (!freeze) catalogue.forget();
    return { freeze, againInMs: askAgainMs, comesThen: false };
  }

  function take(activity: Activity, round: Round): Promise<Attempt> {
    const watched = watchedOf(activity, round);
    const { freeze, attempt: last } = watched;
    if (freeze) return Promise.resolve({ freeze, againInMs: 0, comesThen: false });
    const closesAtMs = round.closesAt.getTime();
    if (last?.closesAtMs === closesAtMs && clock.monotonicMs() < last.untilMs) {
      return last.made.then((result) => ({ ...result, againInMs: Math.max(1, last.untilMs - clock.monotonicMs()) }));
    }
    const made = retryOnLostConnection(() => attempt(activity, round));
    const next = { closesAtMs, made, untilMs: Infinity };
    watched.attempt = next;
    made.then(
      (result) => {
        watched.freeze ??= result.freeze;
        next.untilMs = clock.monotonicMs() + result.againInMs;
      },
      () => {
        next.untilMs = 0;
      },
    );
    return made;
  }

  async function lookFor(activity: Activity, round: Round): Promise<DisplayFreeze | undefined> {
    const { freeze, looks } = watchedOf(activity, round);
    if (freeze) return freeze;
    if (!isFrozenBy(activity, round, new Date(clock.now().getTime() + lookFromMs))) return undefined;
    looks.forget();
    return looks.current();
  }

  return { known: (activity, round) => watchedOf(activity, round).freeze, take, lookFor };
}
