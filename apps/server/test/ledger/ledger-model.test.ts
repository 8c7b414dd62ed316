import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { castVotes } from '#/modules/votes/votes.store.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { givenElection, ticketAsset, voteAsset } from '../world/given-election.ts';
import { LedgerModel, type ModelAsset, type ModelLeg, type ModelVote } from './ledger-model.ts';

/** How many random sequences are tried; `LEDGER_SEQUENCES` asks for more. */
const sequences = Number(process.env['LEDGER_SEQUENCES'] ?? 2000);
const limits = { freePerDay: 2, dailyCap: 25 };
const opening = new Date('2026-11-20T16:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const assetNames: Readonly<Record<ModelAsset, string>> = { POINT: 'POINT', TICKET: ticketAsset, VOTE: voteAsset };

// Few fans, idols and keys, so that sequences meet the same accounts and repeat the same keys.
const fan = fc.nat({ max: 2 });
const key = fc.nat({ max: 4 });
const leg = fc.record({
  fan,
  asset: fc.constantFrom<ModelAsset>('POINT', 'TICKET', 'VOTE'),
  direction: fc.constantFrom('pays' as const, 'receives' as const, 'receives' as const),
  amount: fc.integer({ min: 1, max: 12 }),
});
const posting = fc.record({
  kind: fc.constant('post' as const),
  key,
  legs: fc.uniqueArray(leg, { minLength: 1, maxLength: 3, selector: (one) => `${one.fan} ${one.asset}` }),
});
const vote = fc.record({
  fan,
  idol: fc.nat({ max: 2 }),
  num: fc.integer({ min: 1, max: 14 }),
  key,
  day: fc.nat({ max: 2 }),
});
const batch = fc.record({
  kind: fc.constant('votes' as const),
  votes: fc.uniqueArray(vote, { minLength: 1, maxLength: 3, selector: (one) => one.fan }),
});
const sequence = fc.array(fc.oneof(posting, batch), { minLength: 1, maxLength: 12 });

describe('the ledger', () => {
  let database: TestDatabase;
  let pools: readonly number[];
  let fans = 0;

  beforeAll(async () => {
    database = await createDatabase();
    // What is proved here does not hang on the disk, and it is the disk that would take the time.
    await database.ownerPool.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
    );
    const clock = { now: () => opening };
    await givenElection(
      { ownerPool: database.ownerPool, clock },
      { opensAt: opening, closesAt: new Date(opening.getTime() + 4 * dayMs), ...limits },
    );
    const { rows } = await database.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate ORDER BY idol_id');
    pools = rows.map((row) => row.pool);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  async function postForReal(postingKey: string, legs: readonly ModelLeg[], firstFan: number) {
    const intent = {
      key: postingKey,
      receivedAt: opening,
      legs: legs.map((one) => ({
        fanId: firstFan + one.fan,
        asset: assetNames[one.asset],
        direction: one.direction,
        amount: one.amount,
        pool: { kind: one.direction === 'pays' ? ('sink' as const) : ('issue' as const), name: 'model' },
        reason: 'demo_grant' as const,
      })),
    };
    try {
      const posted = await database.db.transaction().execute((tx) => post(tx, intent));
      return { refusal: undefined, balances: posted.map((one) => one.balance) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refusal: error.reason, balances: [] };
    }
  }

  async function voteForReal(votes: readonly ModelVote[], firstFan: number) {
    return castVotes(
      database.appPool,
      votes.length,
      votes.map((one) => ({
        period: 1004,
        key: one.key,
        fanId: firstFan + one.fan,
        pool: pools[one.idol] as number,
        num: one.num,
        receivedAt: new Date(opening.getTime() + one.day * dayMs),
        salt: randomBytes(16),
      })),
    );
  }

  async function talliesOf(): Promise<number[]> {
    const { rows } = await database.ownerPool.query<{ votes: number }>(
      `SELECT coalesce(sum(s.credits - s.debits), 0)::bigint AS votes
         FROM candidate c LEFT JOIN ledger.pool_shard s ON s.pool = c.pool GROUP BY c.idol_id ORDER BY c.idol_id`,
    );
    return rows.map((row) => row.votes);
  }

  async function balancesOf(firstFan: number): Promise<Map<string, number>> {
    const { rows } = await database.ownerPool.query<{ fan: number; name: string; balance: number }>(
      `SELECT a.fan, u.name, a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit WHERE a.fan BETWEEN $1 AND $1 + 2`,
      [firstFan],
    );
    return new Map(rows.map((row) => [`${row.fan - firstFan} ${row.name}`, row.balance]));
  }

  const refusals = { posted: undefined, repeat: undefined, keyReused: 'IDEMPOTENCY_KEY_REUSED' } as const;

  it(`does what a simple model does, over ${sequences} random sequences`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const firstFan = 1_000_000 + fans;
        fans += 3;
        const keys = Array.from({ length: 5 }, () => randomUUID());
        const model = new LedgerModel(limits);
        const talliesBefore = await talliesOf();
        for (const step of steps) {
          if (step.kind === 'post') {
            const stepKey = keys[step.key] as string;
            const expected = model.post(stepKey, step.legs);
            const actual = await postForReal(stepKey, step.legs, firstFan);
            if (expected.result === 'insufficient') expect(actual.refusal).toMatch(/^INSUFFICIENT_/);
            else expect(actual.refusal).toBe(refusals[expected.result]);
            if (!actual.refusal) expect(actual.balances).toEqual(expected.balances);
          } else {
            const votes = step.votes.map((one) => ({ ...one, key: keys[one.key] as string }));
            const outcomes = await voteForReal(votes, firstFan);
            expect(outcomes.map(({ verdict, balance }) => ({ verdict, balance }))).toEqual(
              votes.map((one) => model.vote(one)),
            );
          }
        }
        const tallies = await talliesOf();
        expect(tallies.map((votes, idol) => votes - (talliesBefore[idol] ?? 0))).toEqual(
          [0, 1, 2].map((idol) => model.tallies.get(idol) ?? 0),
        );
        for (const [account, balance] of await balancesOf(firstFan)) {
          const [modelFan, name] = account.split(' ');
          const asset = Object.entries(assetNames).find(([, assetName]) => assetName === name)?.[0] as ModelAsset;
          expect(balance).toBe(model.balance(Number(modelFan), asset));
        }
      }),
      { numRuns: sequences },
    );
  });
});
