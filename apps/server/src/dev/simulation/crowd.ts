import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { startPeriodicTask } from '#/lib/clock.ts';
import { randomFromSeed } from '#/lib/random-from-seed.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { readPack, type Simulation } from '#/modules/content/index.ts';
import { post } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import { pickIdol } from './plan-votes.ts';
import { castCrowdVote, findCrowdFan, holdCrowd, readCrowd, readTallyPools } from './simulation.store.ts';

type CrowdPlan = Pick<Simulation, 'activity' | 'seed' | 'popularity'> & {
  readonly voteAsset: string;
  readonly votesPerMinute: number;
};

/** Amounts of votes, small enough that a fan stays below the limits of most elections. */
const usualNums = [1, 1, 3, 3, 3, 5, 10] as const;
/** How many fans try, if the rules refuse the first ones. */
const triesMost = 5;
const minuteMs = 60_000;

/** Keeps the simulated fans of the settings' pack voting until it is stopped; without a `crowd` in the pack it does nothing. */
export function startCrowd({ db, clock, log, settings }: Pick<Services, 'db' | 'clock' | 'log' | 'settings'>) {
  let reading: Promise<CrowdPlan | undefined> | undefined;
  return startPeriodicTask(
    clock,
    async () => {
      reading ??= readPlan(settings.contentDir);
      const plan = await reading;
      if (plan) await moveCrowd(db, plan, clock.now());
    },
    (error) => log.warn({ err: error }, 'the simulated crowd could not vote'),
  );
}

async function readPlan(folder: string | undefined): Promise<CrowdPlan | undefined> {
  const { pack } = folder === undefined ? { pack: undefined } : await readPack(folder);
  const simulation = pack?.simulation;
  const activity = pack?.activities.find(({ value }) => value.id === simulation?.activity)?.value;
  return simulation?.crowd && activity && { ...simulation, ...simulation.crowd, voteAsset: activity.voteAsset };
}

/**
 * Casts the crowd's next vote if it is due and voting is open. Of several processes one votes, because all read in the
 * ledger, under one lock, when the crowd has voted last. The n-th vote of a crowd is the same in every installation.
 *
 * @returns whether a vote was cast
 */
export async function moveCrowd(db: Kysely<DB>, plan: CrowdPlan, now: Date): Promise<boolean> {
  for (let attempt = 0; attempt < triesMost; attempt += 1) {
    const outcome = await voteOnce(db, plan, { now, attempt });
    if (outcome !== 'refused') return outcome === 'cast';
  }
  return false;
}

type VoteOutcome = 'cast' | 'refused' | 'resting';

/** A refused vote leaves nothing behind, not even its grant. */
class RefusedVote extends Error {}

async function voteOnce(
  db: Kysely<DB>,
  plan: CrowdPlan,
  { now, attempt }: { now: Date; attempt: number },
): Promise<VoteOutcome> {
  const { activity, seed, voteAsset, votesPerMinute } = plan;
  const period = Number(activity);
  try {
    return await db.transaction().execute(async (tx): Promise<VoteOutcome> => {
      if (!(await holdCrowd(tx, period))) return 'resting';
      const crowd = await readCrowd(tx, period);
      if (!crowd || now < crowd.opensAt || now >= crowd.closesAt) return 'resting';
      const pauseMs = minuteMs / votesPerMinute;
      if (crowd.lastAt && now.getTime() - crowd.lastAt.getTime() < pauseMs) return 'resting';

      const random = randomFromSeed(seed, `crowd ${crowd.votes} ${attempt}`);
      const pools = await readTallyPools(tx, activity);
      const running = Object.fromEntries(Object.entries(plan.popularity).filter(([idolId]) => pools.has(idolId)));
      const pool = pools.get(pickIdol(running, 1, random)) ?? Number.NaN;
      const fan = await findCrowdFan(tx, random.next());
      if (!fan) return 'resting';
      const num = random.pick(usualNums);
      const [key, grantKey] = [uuidV7(now), uuidV7(now)];
      const grant = { direction: 'receives', pool: { kind: 'issue', name: 'demo' }, reason: 'demo_grant' } as const;
      const legs = [{ ...grant, fanId: fan.id, asset: voteAsset, amount: num }];
      await post(tx, { key: grantKey, receivedAt: now, legs });
      if (!(await castCrowdVote(tx, { period, key, fan, pool, num, receivedAt: now }))) throw new RefusedVote();
      return 'cast';
    });
  } catch (error) {
    if (error instanceof RefusedVote) return 'refused';
    throw error;
  }
}
