import { randomBytes } from 'node:crypto';
import type { Clock } from '#/lib/clock.ts';
import type { LuckPlan } from '#/modules/luck/plan.ts';
import { publishLuck } from '#/modules/luck/index.ts';
import { ticketAsset, voteAsset } from './given-election.ts';
import { inBothLanguages } from './in-both-languages.ts';
import type { World } from './world.ts';

type Stage = Pick<World, 'ownerPool' | 'db'> & { readonly clock: Pick<Clock, 'now'> };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The budget of test luck, large enough for everything that a test does not bound. */
const budget = 'test-luck';

/** Puts a budget in place as a content pack would: an amount of Points, tickets and votes. */
export async function givenLuckBudget({ ownerPool }: Stage, id = budget, amount = 1_000_000_000): Promise<string> {
  await ownerPool.query(
    `INSERT INTO luck_budget (id, asset, amount) SELECT $1, unnest($2::text[]), $3 ON CONFLICT DO NOTHING`,
    [id, ['POINT', ticketAsset, voteAsset], amount],
  );
  return id;
}

type OfKind<Kind extends LuckPlan['kind']> = Extract<LuckPlan, { kind: Kind }>;
type Options<Kind extends LuckPlan['kind']> = Partial<Omit<OfKind<Kind>, 'kind' | 'schedule'>> & {
  /** Zero by default: open now. */
  readonly opensInMs?: number;
  readonly lastsMs?: number;
  readonly beacon?: 'drand' | 'organiser';
};

const texts = (title: string) => JSON.parse(inBothLanguages(title)) as OfKind<'box'>['title'];

async function givenPlan<Kind extends LuckPlan['kind']>(
  stage: Stage,
  kind: Kind,
  defaults: Partial<OfKind<Kind>>,
  { opensInMs = 0, lastsMs = hourMs, beacon = 'organiser', ...options }: Options<Kind>,
): Promise<string> {
  const id = `${kind}-${randomBytes(6).toString('hex')}`;
  const opensAt = new Date(stage.clock.now().getTime() + opensInMs);
  const plan = {
    kind,
    activityId: null,
    title: texts(`A ${kind}`),
    description: texts('For luck'),
    coverSeed: 'lucky-h1',
    budget: await givenLuckBudget(stage, options.budget),
    minAccountAgeHours: 0,
    regions: null,
    ...defaults,
    ...options,
    schedule: {
      kind: 'once',
      opensAt: opensAt.toISOString(),
      closesAt: new Date(opensAt.getTime() + lastsMs).toISOString(),
    },
  };
  await stage.ownerPool.query(`INSERT INTO luck_plan (id, kind, plan, position) VALUES ($1, $2, $3, 1)`, [
    id,
    kind,
    plan,
  ]);
  // A packet is promised a minute before it opens, and the test's clock stands still.
  const now = () => Promise.resolve(new Date(Math.min(stage.clock.now().getTime(), opensAt.getTime() - minuteMs)));
  const { published } = await stage.db.transaction().execute((tx) => publishLuck(tx, { now, beacon }));
  if (!published.includes(id)) throw new Error(`${id} was not published`);
  return id;
}

/** Puts a packet of ten shares of 100 Points in place, open for an hour. */
export function givenPacket(stage: Stage, options: Options<'packet'> = {}): Promise<string> {
  return givenPlan(stage, 'packet', { asset: 'POINT', total: 100, shares: 10 }, options);
}

export const points = (prizeId: string, amount: number, total: number, isRare = false) => ({
  prizeId,
  title: texts(`${amount} Points`),
  gives: { asset: 'POINT', amount },
  isRare,
  total,
});

export const tickets = (prizeId: string, amount: number, total: number, isRare = false) => ({
  ...points(prizeId, amount, total, isRare),
  gives: { asset: ticketAsset, amount },
});

export const pieces = (prizeId: string, edition: string, total: number, isRare = true) => ({
  ...points(prizeId, 1, total, isRare),
  gives: { edition },
});

/** Puts a box in place, on sale for an hour for 10 Points: 90 prizes of 5 Points, 9 of 2 tickets, one rare of 100 Points. */
export function givenBox(stage: Stage, options: Options<'box'> = {}): Promise<string> {
  const prizes = [points('few', 5, 90), tickets('tickets', 2, 9), points('jackpot', 100, 1, true)];
  const defaults = { version: 1, price: 10, perFanLimit: null, rareWithin: null, regions: ['TW'], prizes };
  return givenPlan(stage, 'box', defaults, options);
}

/** Puts a red-envelope draw in place: 100 prizes of 5 Points, and an attempt a day for each way to earn one. */
export function givenEnvelopeDraw(stage: Stage, options: Options<'envelope'> = {}): Promise<string> {
  const attempts = [
    { by: 'checkIn', each: 1, most: 1 },
    { by: 'task', each: 2, most: 2 },
    { by: 'vote', each: 10, most: 3 },
  ] satisfies OfKind<'envelope'>['attempts'];
  const defaults = { version: 1, rareWithin: null, prizes: [points('few', 5, 100)], attempts };
  return givenPlan(stage, 'envelope', defaults, options);
}

/** Puts a raffle in place: entries of 10 Points, at most 5 a fan; one prize of 500 Points, two of 3 tickets. */
export function givenRaffle(stage: Stage, options: Options<'raffle'> = {}): Promise<string> {
  const prizes = [points('first', 500, 1, true), tickets('second', 3, 2)];
  return givenPlan(stage, 'raffle', { version: 1, price: 10, perFanLimit: 5, prizes }, options);
}
