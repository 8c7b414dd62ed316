import { setTimeout as pause } from 'node:timers/promises';
import { onceMore } from '#/db/once-more.ts';
import type { Activity } from './activities.view.ts';
import { freezeOf, isFrozenBy } from './display-freeze.rules.ts';
import { type DisplayFreeze, hasSeen, type WrittenVote } from './display-freeze.store.ts';
import { roundOnShow } from './rounds.rules.ts';
import { askAgainMs, type Attempt, createTakenFreezes, type FreezeTaking } from './taken-freezes.ts';

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
