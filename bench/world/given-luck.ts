import { publishLuck } from '../../apps/server/src/modules/luck/publish-luck.ts';
import { costOf, luckPlan, type LuckPlan } from '../../apps/server/src/modules/luck/plan.ts';
import type { OwnerConnection } from './owner-connection.ts';

type OfKind<Kind extends LuckPlan['kind']> = Extract<LuckPlan, { kind: Kind }>;
type Connection = Pick<OwnerConnection, 'ownerPool' | 'db'>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const budget = 'measured-luck';
/** More than anything here costs. */
const budgetAmount = 1_000_000_000;
const texts = { en_US: 'Measured luck', zh_TW: '測試的運氣' };
const common = {
  activityId: null,
  title: texts,
  description: texts,
  coverSeed: 'measured',
  budget,
  minAccountAgeHours: 0,
} as const;

/** Puts packets of Points in place, all of one size and open already, for hours. */
export function givenPackets(
  connection: Connection,
  { packetIds, ...size }: { readonly packetIds: readonly string[] } & Pick<OfKind<'packet'>, 'total' | 'shares'>,
): Promise<void> {
  const plan = { kind: 'packet', asset: 'POINT', regions: null, ...size };
  return givenPlans(connection, new Map(packetIds.map((id) => [id, plan])));
}

type BoxRules = Pick<OfKind<'box'>, 'price' | 'rareWithin' | 'prizes'>;

/** Puts boxes in place that are on sale already, for hours, without a limit per fan. */
export function givenBoxes(connection: Connection, boxes: ReadonlyMap<string, BoxRules>): Promise<void> {
  const plans = [...boxes].map(([id, rules]) => {
    return [id, { kind: 'box', version: 1, perFanLimit: null, regions: ['TW'], ...rules }] as const;
  });
  return givenPlans(connection, new Map(plans));
}

async function givenPlans({ ownerPool, db }: Connection, plans: ReadonlyMap<string, object>): Promise<void> {
  const opensAtMs = Date.now() - 1000;
  const schedule = {
    kind: 'once',
    opensAt: new Date(opensAtMs).toISOString(),
    closesAt: new Date(opensAtMs + 5 * hourMs).toISOString(),
  };
  for (const [id, rules] of plans) {
    const plan = luckPlan.parse({ ...common, ...rules, schedule });
    await ownerPool.query(
      `INSERT INTO luck_budget (id, asset, amount) SELECT $1, unnest($2::text[]), $3 ON CONFLICT DO NOTHING`,
      [budget, [...costOf(plan).keys()], budgetAmount],
    );
    const values = [id, plan.kind, plan];
    await ownerPool.query('INSERT INTO luck_plan (id, kind, plan, position) VALUES ($1, $2, $3, 1)', values);
  }
  // A packet is promised a minute before it opens.
  const now = () => Promise.resolve(new Date(opensAtMs - minuteMs));
  const { published } = await db.transaction().execute((tx) => publishLuck(tx, { now, beacon: 'organiser' }));
  const missing = [...plans.keys()].filter((id) => !published.includes(id));
  if (missing.length > 0) throw new Error(`Not published: ${missing.join(', ')}`);
}
