import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AgreedNow } from '#/agreed-now.ts';
import type { Clock } from '#/clock.ts';
import { onceMore } from '#/db/once-more.ts';
import type { DB } from '#/db/schema.ts';
import {
  type Activity,
  type ActivityCatalogue,
  freezeOf,
  isFrozenBy,
  roundOnShow,
  type Round,
} from '#/modules/elections/index.ts';
import { type SharedReading, shareReading } from '#/shared-reading.ts';
import {
  type DisplayFreeze,
  hasSeen,
  type WrittenVote,
  findFreeze,
  findTakenFreeze,
  takeFreeze,
} from './display-freeze.store.ts';

/** What of activities may be shown: live, or as of the moment from which the rules hide the count of a round. */
export type DisplayFreezes = {
  /** The freeze of the round on show; nothing while the count is not hidden. */
  inForce(activity: Activity, at: Date): Promise<DisplayFreeze | undefined>;
  /**
   * Takes the freeze within which a vote was received, if there is one, and answers it. A vote waits for it before it is
   * written, so that no freeze has a vote that was received in it; where the process's clock runs a little ahead, it waits
   * until the moment has come for everybody. Where another process holds the taking up, nothing is known of a freeze: it
   * is by what the freeze has seen that `hiding` then knows the vote.
   */
  beforeVote(activity: Activity, receivedAt: Date): Promise<DisplayFreeze | undefined>;
  /**
   * The freeze that does not show a vote which is written; nothing where the vote is on show, or was when the count came to
   * be hidden. It goes by what the freeze has seen, so that every repeat is told the same, also of a vote that was received
   * before the freeze and written after it, and whatever the process's own clock says.
   */
  hiding(activity: Activity, vote: WrittenVote & { readonly receivedAt: Date }): Promise<DisplayFreeze | undefined>;
  /**
   * Reads something that is shown, and reads it again where the count came to be hidden meanwhile: what was read then may
   * have votes that nobody is to see.
   */
  show<Shown>(
    activity: Activity,
    read: (moment: { readonly at: Date; readonly freeze: DisplayFreeze | undefined }) => Promise<Shown>,
  ): Promise<Shown>;
};

/** What one process shows of activities, by the freezes that it has taken or come to know. */
export function createDisplayFreezes(services: FreezeTaking): DisplayFreezes {
  const { db, clock } = services;
  const taken = createTakenFreezes(services);

  async function inForce(activity: Activity, at: Date): Promise<DisplayFreeze | undefined> {
    const round = roundOnShow(activity.rounds, at);
    if (round.status === 'settled') return undefined;
    const freeze = taken.known(activity, round);
    // Once it is taken it is in force, also where the own clock is behind the one that it was taken by.
    if (freeze || !isFrozenBy(activity, round, at)) return freeze;
    return (await taken.take(activity, round)).freeze;
  }

  /** Whether the count is hidden by now, also if only another process has come to that. */
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
      const untilMs = performance.now() + askAgainMs;
      for (;;) {
        const { freeze, againInMs, comesThen } = await taken.take(activity, round).catch(unlessHeldUp);
        const leftMs = untilMs - performance.now();
        if (freeze || !comesThen || leftMs <= 0) return freeze;
        await pause(Math.min(againInMs, leftMs));
      }
    },
    async hiding(activity, vote) {
      const freeze = await taken.lookFor(activity, roundOnShow(activity.rounds, vote.receivedAt));
      if (!freeze) return undefined;
      const isShown = await onceMore(() => hasSeen(db, { seen: freeze.seen, period: activity.period, vote }));
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

/** What is known of a freeze when the lock for taking it was not had in time: nothing. */
function unlessHeldUp(error: unknown): Attempt {
  if (!(error instanceof Error && 'code' in error && error.code === lockNotHad)) throw error;
  return { freeze: undefined, againInMs: 0, comesThen: false };
}

/** The longest for which it is kept that a freeze cannot be taken yet. */
const askAgainMs = 1000;
/**
 * From how long before the own clock's moment on it is looked whether another process has taken the freeze: longer than
 * clocks differ, and than a new end of the round takes to be known here.
 */
const lookFromMs = 10_000;

/** What came of taking a freeze: the freeze, or how long it is of no use to try again. */
type Attempt = {
  readonly freeze: DisplayFreeze | undefined;
  readonly againInMs: number;
  /** Whether the moment has come for everybody by then. */
  readonly comesThen: boolean;
};

/** The freezes of rounds, as one process comes to know them. */
type TakenFreezes = {
  /** The freeze that this process knows already. */
  known(activity: Activity, round: Round): DisplayFreeze | undefined;
  /** The freeze that is there, or of a round that is not settled the one that is taken now. */
  take(activity: Activity, round: Round): Promise<Attempt>;
  /**
   * The freeze that is there now, whoever has taken it. What this process has written or read before it asks is older than a
   * freeze that is taken after this has answered that there is none. All who ask meanwhile share one look, and long before the
   * count may be hidden nobody looks.
   */
  lookFor(activity: Activity, round: Round): Promise<DisplayFreeze | undefined>;
};

/** What a process knows of the freeze of a round. */
type Watched = {
  /** It stays as it is, once it is there. */
  freeze: DisplayFreeze | undefined;
  /** The last attempt to take it, and for which end of the round. */
  attempt: { readonly closesAtMs: number; readonly made: Promise<Attempt>; untilMs: number } | undefined;
  readonly looks: SharedReading<DisplayFreeze | undefined>;
};

/** What a process needs to take freezes. */
type FreezeTaking = {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly agreedNow: AgreedNow;
  readonly catalogue: Pick<ActivityCatalogue, 'forget'>;
};

/** Each freeze is read once by each process; a failed reading is not kept. */
export function createTakenFreezes({ db, clock, agreedNow, catalogue }: FreezeTaking): TakenFreezes {
  const rounds = new Map<string, Watched>();

  function watchedOf({ id: activityId }: Activity, { round }: Round): Watched {
    const name = `${activityId} ${round}`;
    const watched: Watched = rounds.get(name) ?? {
      freeze: undefined,
      attempt: undefined,
      looks: shareReading(async () => {
        watched.freeze ??= await onceMore(() => findTakenFreeze(db, { activityId, round }));
        return watched.freeze;
      }),
    };
    rounds.set(name, watched);
    return watched;
  }

  /** The freeze of a round: the one that is there, or of a round that is not settled the one that is taken now. */
  async function attempt(activity: Activity, round: Round): Promise<Attempt> {
    const key = { activityId: activity.id, round: round.round };
    const { closesAt } = round;
    const frozenAt = freezeOf(activity, round);
    // Of a settled round nothing is hidden any more, and what was not written in time must not be made up.
    if (frozenAt === null || round.frozenAt !== null || round.status === 'settled') {
      return { freeze: await findFreeze(db, key), againInMs: askAgainMs, comesThen: false };
    }
    // Where only this process's clock says that the moment has come, nothing is taken: it is taken once, for everybody.
    const tooEarlyMs = frozenAt.getTime() - (await agreedNow()).getTime();
    if (tooEarlyMs > 0) {
      return {
        freeze: undefined,
        againInMs: Math.min(askAgainMs, tooEarlyMs),
        comesThen: tooEarlyMs < askAgainMs,
      };
    }
    const freeze = await takeFreeze(db, { ...key, frozenAt, closesAt });
    // The round has another end than this process has heard of, or is over.
    if (!freeze) catalogue.forget();
    return { freeze, againInMs: askAgainMs, comesThen: false };
  }

  function take(activity: Activity, round: Round): Promise<Attempt> {
    const watched = watchedOf(activity, round);
    const { freeze, attempt: last } = watched;
    if (freeze) return Promise.resolve({ freeze, againInMs: 0, comesThen: false });
    const closesAtMs = round.closesAt.getTime();
    if (last?.closesAtMs === closesAtMs && performance.now() < last.untilMs) {
      return last.made.then((result) => ({ ...result, againInMs: Math.max(1, last.untilMs - performance.now()) }));
    }
    const made = onceMore(() => attempt(activity, round));
    const next = { closesAtMs, made, untilMs: Infinity };
    watched.attempt = next;
    made.then(
      (result) => {
        watched.freeze ??= result.freeze;
        next.untilMs = performance.now() + result.againInMs;
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
