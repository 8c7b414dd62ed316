import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { compareWithStrictLots } from './expiry-histories.suite.ts';
import { LazyLots } from './expiry-model.ts';

type Fan = 0 | 1;
const fan = fc.constantFrom<Fan>(0, 1);
const amount = fc.integer({ min: 1, max: 40 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('credit' as const), fan, amount, months: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constantFrom('spend' as const, 'refund' as const, 'hold' as const, 'release' as const, 'give' as const),
    fan,
    amount,
  }),
  fc.record({ kind: fc.constant('sweep' as const) }),
  fc.record({ kind: fc.constant('month' as const) }),
);
const history = fc.array(step, { minLength: 4, maxLength: 24 });

/** Reasons of each life; those of the product have rows of their modules, which invariants would miss. */
const code = { grant: 90, kept: 901, carried: 902 };
type Leg = { readonly fanId: number; readonly direction: 1 | -1; readonly amount: number; readonly reason: number };

type Act = {
  readonly kind: 'credit' | 'spend' | 'refund' | 'hold' | 'release' | 'give';
  readonly fan: Fan;
  readonly amount: number;
  readonly months: number;
};
type Hold = { readonly key: string; readonly amount: number };
/** What each fan has spent and not got back, and holds. */
type Taken = { readonly spend: [number, number]; readonly holds: readonly [Hold[], Hold[]] };
type Model = readonly [LazyLots, LazyLots];

/** Returns what an act can move, with the holds that it makes or releases: the oldest one or two. */
function possible(act: Act, lots: LazyLots, taken: Taken): { readonly moved: number; readonly holds: readonly Hold[] } {
  const { kind, fan: who, amount: wanted } = act;
  if (kind === 'release') {
    const holds = taken.holds[who].slice(0, 1 + (wanted % 2));
    return { moved: holds.reduce((sum, one) => sum + one.amount, 0), holds };
  }
  const most = { credit: wanted, refund: taken.spend[who], spend: lots.free, hold: lots.free, give: lots.free }[kind];
  const moved = Math.min(wanted, most);
  return { moved, holds: kind === 'hold' ? [{ key: randomUUID(), amount: moved }] : [] };
}

function noteTaken({ spend, holds }: Taken, { kind, fan: who, amount: moved }: Act, touched: readonly Hold[]): void {
  if (kind === 'spend') spend[who] += moved;
  else if (kind === 'refund') spend[who] -= moved;
  else if (kind === 'hold') holds[who].push(...touched);
  else if (kind === 'release') holds[who].splice(0, touched.length);
}

function doToModel(model: Model, { kind, fan: who, amount: moved, months }: Act, now: number): void {
  const lots = model[who];
  if (kind === 'credit') lots.credit(moved, now + months);
  else if (kind === 'spend') lots.spend(moved);
  else if (kind === 'refund') lots.refund(moved, now);
  else if (kind === 'hold') lots.hold(moved);
  else if (kind === 'release') lots.release(moved, now);
  else for (const part of lots.give(moved)) model[who === 0 ? 1 : 0].credit(part.amount, part.month);
}

describe('lots of Points', () => {
  let database: TestDatabase;
  let unit: number;
  let fans = 5_000_000;
  beforeAll(async () => {
    database = await createDatabase();
    await database.ownerPool.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
    );
    const { rows } = await database.ownerPool.query<{ id: number }>("SELECT id FROM ledger.unit WHERE name = 'POINT'");
    unit = rows[0]?.id as number;
    await database.ownerPool.query(
      "INSERT INTO ledger.reason (code, name, life) VALUES ($1, 'test_kept', 'kept'), ($2, 'test_carried', 'carried')",
      [code.kept, code.carried],
    );
    for (let month = 0; month < 30; month += 1) {
      const opened = new Date(Date.UTC(2026, 10 + month));
      await database.ownerPool.query('SELECT ledger.open_book($1)', [
        opened.getUTCFullYear() * 100 + opened.getUTCMonth() + 1,
      ]);
    }
  });
  afterAll(() => database[Symbol.asyncDispose]());

  compareWithStrictLots(2000);

  /** Returns noon of the fifth of a month in Taipei. */
  const dayOf = (month: number) => new Date(Date.UTC(2026, 10 + month, 5, 4));
  /** Returns the last day of a month, as PostgreSQL reads it. */
  const endOf = (month: number) => new Date(Date.UTC(2026, 11 + month, 0)).toISOString().slice(0, 10);
  const posted = (legs: readonly Leg[], receivedAt: Date) =>
    database.appPool.query(
      `SELECT ledger.post_legs($1, $2, $3, array_fill($4::smallint, ARRAY[cardinality($3::bigint[])]),
                          array_fill(ledger.ensure_pool($4, 'issue', 'model'), ARRAY[cardinality($3::bigint[])]),
                          $5::smallint[], $6::bigint[], $7::smallint[])`,
      [
        randomUUID(),
        receivedAt,
        legs.map(({ fanId }) => fanId),
        unit,
        legs.map(({ direction }) => direction),
        legs.map(({ amount: moved }) => moved),
        legs.map(({ reason }) => reason),
      ],
    );

  /** Does the same to the ledger as to the model. */
  async function doForReal(first: number, one: Act, { holds, now }: { holds: readonly Hold[]; now: number }) {
    const { kind, amount: moved, months } = one;
    const fanId = first + one.fan;
    const at = dayOf(now);
    const receives = { fanId, direction: 1, amount: moved } as const;
    const pays = { ...receives, direction: -1, reason: code.grant } as const;
    if (kind === 'credit') {
      await database.ownerPool.query('UPDATE ledger.expiry_terms SET months = $1', [months]);
      await posted([{ ...receives, reason: code.grant }], at);
    } else if (kind === 'spend') {
      await posted([pays], at);
    } else if (kind === 'refund') {
      await posted([{ ...receives, reason: code.kept }], at);
    } else if (kind === 'give') {
      const other = fanId === first ? first + 1 : first;
      await posted([pays, { ...receives, fanId: other, reason: code.carried }], at);
    } else if (kind === 'hold') {
      const { rows } = await database.appPool.query<{ verdict: string }>(
        'SELECT verdict FROM ledger.place_hold($1, $2, $3, $4, $5, 1000000)',
        [holds[0]?.key, at, fanId, unit, moved],
      );
      expect(rows).toEqual([{ verdict: 'held' }]);
    } else {
      expect(
        await release(
          holds.map(({ key }) => ({ fanId, key })),
          at,
        ),
      ).toBe(holds.length);
    }
  }

  /** Releases holds of fans. Returns how many it released. */
  async function release(holds: readonly { fanId: number; key: string }[], at: Date): Promise<number | undefined> {
    const { rows } = await database.appPool.query<{ released: number }>(
      'SELECT ledger.release_points($1, $2, $3, $4) AS released',
      [unit, holds.map(({ fanId }) => fanId), holds.map(({ key }) => key), at],
    );
    return rows[0]?.released;
  }

  async function sweepForReal(first: number, now: number) {
    const { rows } = await database.ownerPool.query<{ day: string }>(
      `SELECT DISTINCT expires_on::text AS day FROM ledger.lot WHERE fan >= $1 AND expires_on <= $2 ORDER BY day`,
      [first, endOf(now - 1)],
    );
    for (const { day } of rows) {
      await database.appPool.query('SELECT ledger.expire_lots($1, $2, $3, 500, $4)', [
        unit,
        day,
        first - 1,
        dayOf(now),
      ]);
    }
  }

  it('are left as a simple model says, over random histories', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const first = fans;
        fans += 2;
        const model = [new LazyLots(), new LazyLots()] as const;
        const taken: Taken = { spend: [0, 0], holds: [[], []] };
        let now = 0;
        for (const one of steps) {
          if (one.kind === 'month') now += 1;
          else if (one.kind === 'sweep') {
            for (const lots of model) lots.sweep(now - 1);
            await sweepForReal(first, now);
          } else {
            const { moved, holds } = possible({ months: 0, ...one }, model[one.fan], taken);
            if (moved === 0) continue;
            const act = { months: 0, ...one, amount: moved };
            await doForReal(first, act, { holds, now });
            doToModel(model, act, now);
            noteTaken(taken, act, holds);
          }
        }
        const { rows } = await database.ownerPool.query<{ fan: number; balance: number; held: number }>(
          'SELECT fan - $1 AS fan, balance, held FROM ledger.account WHERE fan BETWEEN $1 AND $1 + 1 AND unit = $2',
          [first, unit],
        );
        for (const account of rows) {
          const { balance, held } = model[account.fan as Fan];
          expect({ balance: account.balance, held: account.held }).toEqual({ balance, held });
        }
        for (const who of [0, 1] as const) {
          const { rows: due } = await database.ownerPool.query<{ at: Date; amount: number }>(
            'SELECT at, amount FROM ledger.expiries($1, $2) ORDER BY at',
            [first + who, unit],
          );
          let sum = 0;
          for (const { at, amount: left } of due) {
            sum += left;
            const month = (at.getUTCFullYear() - 2026) * 12 + at.getUTCMonth() - 10;
            expect(sum).toBe(model[who].due(month));
          }
          expect(sum).toBe(model[who].free);
        }
      }),
      { numRuns: 120 },
    );
    const { rows } = await database.ownerPool.query<{ fanId: number; key: string }>(
      'SELECT fan AS "fanId", key FROM ledger.hold WHERE released_at IS NULL',
    );
    expect(await release(rows, dayOf(25))).toBe(rows.length);
    // They are of no stake, which an invariant would miss.
    await database.ownerPool.query('DELETE FROM ledger.hold');
  });
});
