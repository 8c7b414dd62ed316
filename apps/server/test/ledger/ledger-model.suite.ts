import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { decideVotes } from '#/modules/quarantine/quarantine.store.ts';
import { castVotes } from '#/modules/ballots/votes.store.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { givenElection, ticketAsset, voteAsset } from '../world/given-election.ts';
import { LedgerModel, type ModelAsset, type ModelLeg, type ModelStand, type ModelVote } from './ledger-model.ts';

const limits = { freePerDay: 2, dailyCap: 25, paidShareMaxPercent: 90, endingCaps: [18, 9] };
const opening = new Date('2026-11-20T16:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const assetNames: Readonly<Record<ModelAsset, string>> = { POINT: 'POINT', TICKET: ticketAsset, VOTE: voteAsset };

const giftPool = { kind: 'sink', name: 'ticket gifts' } as const;

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
const gift = fc
  .record({ key, giver: fan, next: fc.integer({ min: 1, max: 2 }), amount: fc.integer({ min: 1, max: 12 }) })
  .map(({ key: giftKey, giver, next, amount }) => ({
    kind: 'post' as const,
    key: giftKey,
    legs: [
      { fan: giver, asset: 'TICKET', direction: 'pays', amount, isGift: true },
      { fan: (giver + next) % 3, asset: 'TICKET', direction: 'receives', amount, isGift: true },
    ] satisfies ModelLeg[],
  }));
const vote = fc.record({
  fan,
  idol: fc.nat({ max: 2 }),
  num: fc.integer({ min: 1, max: 14 }),
  key,
  day: fc.nat({ max: 2 }),
  isTooYoung: fc.constantFrom(false, false, false, true),
  isFlagged: fc.constantFrom(false, false, true),
});
const decision = fc.record({
  kind: fc.constant('decide' as const),
  fan,
  key,
  verdict: fc.constantFrom('released' as const, 'voided' as const),
});
const batch = fc.record({
  kind: fc.constant('votes' as const),
  votes: fc.uniqueArray(vote, { minLength: 1, maxLength: 3, selector: (one) => one.fan }),
});
const stand = fc.record({
  kind: fc.constant('stand' as const),
  idol: fc.nat({ max: 2 }),
  isWithdrawn: fc.boolean(),
});
const sequence = fc.array(fc.oneof(posting, gift, batch, decision, stand), { minLength: 1, maxLength: 12 });

/** Compares the real ledger with a simple model over random sequences of fan and operator actions. */
export function holdLedgerToModel(sequences: number): void {
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
      {
        opensAt: opening,
        closesAt: new Date(opening.getTime() + 4 * dayMs),
        freePerDay: limits.freePerDay,
        dailyCap: limits.dailyCap,
        rules: {
          minAccountAgeHours: 24,
          paidShareMaxPercent: limits.paidShareMaxPercent,
          // The second and the third day of four.
          endingLimits: limits.endingCaps.map((votes, index) => ({ withinMinutes: (3 - index) * 24 * 60, votes })),
        },
      },
    );
    const { rows } = await database.ownerPool.query<{ pool: number }>(
      'SELECT pool FROM candidate_tally ORDER BY idol_id',
    );
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
        pool: one.isGift ? giftPool : ({ kind: one.direction === 'pays' ? 'sink' : 'issue', name: 'model' } as const),
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
        round: 1,
        joinedAt: new Date(opening.getTime() + (one.day - 1) * dayMs + (one.isTooYoung ? 1 : 0)),
        suspicion: one.isFlagged ? ('device' as const) : null,
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
         FROM candidate_tally c LEFT JOIN ledger.pool_shard s ON s.pool = c.pool GROUP BY c.idol_id ORDER BY c.idol_id`,
    );
    return rows.map((row) => row.votes);
  }

  /** Returns how many votes for each idol were set aside, by their state. */
  async function quarantineOf(): Promise<{ quarantined: number; released: number; voided: number }[]> {
    const { rows } = await database.ownerPool.query<{ quarantined: number; released: number; voided: number }>(
      'SELECT quarantined, released, voided FROM candidate_quarantine ORDER BY idol_id',
    );
    return rows;
  }

  async function decideForReal(voteId: string, verdict: 'released' | 'voided') {
    const reason = { en_US: 'Looked at.', zh_TW: '已查看。' };
    const decided = { activityId: '1004', voteIds: [voteId], verdict, reason, isByRule: false, at: opening };
    const [answer] = await decideVotes(database.db, decided);
    return answer?.result;
  }

  async function standForReal({ idol, isWithdrawn }: ModelStand): Promise<void> {
    await database.ownerPool.query('UPDATE candidate SET withdrawn = $1 WHERE idol_id = $2', [
      isWithdrawn,
      String(idol + 1),
    ]);
  }

  async function balancesOf(firstFan: number): Promise<Map<string, number>> {
    const { rows } = await database.ownerPool.query<{ fan: number; name: string; balance: number }>(
      `SELECT a.fan, u.name, a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit
        WHERE a.fan BETWEEN $1 AND $1 + 2`,
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
        const voteIds = new Map<string, string>();
        const talliesBefore = await talliesOf();
        const quarantinedBefore = await quarantineOf();
        await database.ownerPool.query('UPDATE candidate SET withdrawn = false WHERE withdrawn');
        for (const step of steps) {
          if (step.kind === 'post') {
            const stepKey = keys[step.key] as string;
            const expected = model.post(stepKey, step.legs);
            const actual = await postForReal(stepKey, step.legs, firstFan);
            if (expected.result === 'tooFew') expect(actual.refusal).toMatch(/^INSUFFICIENT_/);
            else expect(actual.refusal).toBe(refusals[expected.result]);
            if (!actual.refusal) expect(actual.balances).toEqual(expected.balances);
          } else if (step.kind === 'stand') {
            model.stand(step);
            await standForReal(step);
          } else if (step.kind === 'decide') {
            const { verdict } = step;
            const expected = model.decide({ fan: step.fan, key: keys[step.key] as string, verdict });
            const voteId = voteIds.get(`${step.fan} ${keys[step.key]}`) ?? '999999999999';
            expect(await decideForReal(voteId, verdict)).toBe(expected);
          } else {
            const votes = step.votes.map((one) => ({ ...one, key: keys[one.key] as string }));
            const outcomes = await voteForReal(votes, firstFan);
            const expected = votes.map((one) => model.vote(one));
            expect(outcomes.map(({ verdict, balance }) => ({ verdict, balance }))).toEqual(
              expected.map(({ verdict, balance }) => ({ verdict, balance })),
            );
            for (const [place, { verdict, suspicion, transferId }] of outcomes.entries()) {
              if (verdict === 'cast') voteIds.set(`${votes[place]?.fan} ${votes[place]?.key}`, transferId);
              if (verdict === 'cast' || verdict === 'repeat') {
                expect(suspicion !== null).toBe(expected[place]?.isFlagged);
              }
            }
          }
        }
        const tallies = await talliesOf();
        expect(tallies.map((votes, idol) => votes - (talliesBefore[idol] ?? 0))).toEqual(
          [0, 1, 2].map((idol) => model.tallies.get(idol) ?? 0),
        );
        const setAside = await quarantineOf();
        for (const [idol, now] of setAside.entries()) {
          for (const state of ['quarantined', 'released', 'voided'] as const) {
            expect(now[state] - (quarantinedBefore[idol]?.[state] ?? 0)).toBe(model.votesIn(idol, state));
          }
        }
        for (const [account, balance] of await balancesOf(firstFan)) {
          const [modelFan, name] = account.split(' ');
          const asset = Object.entries(assetNames).find(([, assetName]) => assetName === name)?.[0] as ModelAsset;
          expect(balance).toBe(model.balance(Number(modelFan), asset));
        }
      }),
      { numRuns: sequences },
    );
  });
}
