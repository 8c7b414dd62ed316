import { drawOpening } from '@lightstick/chance';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { derivedUuid } from '#/lib/uuid.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { traceTransaction } from '../world/count-queries.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenNft } from '../world/given-goods.ts';
import { givenBox, givenEnvelopeDraw, pieces, points } from '../world/given-luck.ts';
import { givenOffer } from '../world/given-offer.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';
import { killedWhileDrawing } from './killed-while-drawing.ts';
import { moveLuck } from './move-luck.ts';

const openCall = 'POST /wallet/api/v1/pointsMall/participateActivity';
const drawCall = 'POST /activity/api/v1/packet/drawRedEnvelopes';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: { DEFAULT_COUNTRY: 'TW' } });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan({ points: 100 });
  world.time.forget();
});

const newSeed = () => randomBytes(16).toString('hex');

type Opening = { readonly num?: number; readonly clientSeed?: string };
type By = { readonly key?: string; readonly caller?: TestFan };
const open = (activityId: string, opening: Opening = {}, { key = randomUUID(), caller = fan }: By = {}) =>
  world.call(openCall, { fan: caller, body: { activityId, ...opening }, key });

/** Prepares a box whose every other prize is a piece, so that openings differ in their work. */
async function givenMixedBox(options: Parameters<typeof givenBox>[1] = {}): Promise<string> {
  const editionId = await givenNft(world, { size: 50, reserved: 50 });
  return givenBox(world, { prizes: [points('few', 5, 50), pieces('star', editionId, 50)], ...options });
}

/** Records the work of the refusing transaction, without the differences between any two calls. */
async function workOf(act: (clientSeed: string, key: string) => Promise<{ refusal?: unknown }>, refusal: string) {
  const [clientSeed, key] = [newSeed(), randomUUID()];
  const trace = await traceTransaction(/idempotent_request/, async () => {
    expect(await act(clientSeed, key)).toMatchObject({ refusal });
  });
  expect(trace.at(-1)?.text).toMatch(/rollback/i);
  return trace.map(({ text, values, rows }) => ({
    text,
    values: values.filter((value) => value !== key && !Buffer.isBuffer(value)).map(String),
    rows,
  }));
}

describe('a refused opening', () => {
  /** So many seeds, with a piece at every other one, that work would differ if it depended on the result. */
  const seeds = 24;

  it.each<[string, Parameters<typeof givenBox>[1], number, string]>([
    ['without the Points', { price: 101 }, 1, 'INSUFFICIENT_POINTS'],
    ['for fewer than all of them', { price: 60 }, 2, 'INSUFFICIENT_POINTS'],
    ['beyond the limit', { perFanLimit: 1 }, 2, 'CAMPAIGN_LIMIT_REACHED'],
    ['with an account that is too young', { minAccountAgeHours: 1 }, 1, 'LUCK_ACCOUNT_TOO_YOUNG'],
    ['before the box opens', { opensInMs: 60_000 }, 1, 'CAMPAIGN_NOT_OPEN'],
  ])('%s does the same work for every seed of the client', async (_, options, num, refusal) => {
    const boxId = await givenMixedBox(options);
    const work = new Set<string>();
    for (let n = 0; n < seeds; n += 1) {
      const done = await workOf((clientSeed, key) => open(boxId, { num, clientSeed }, { key }), refusal);
      work.add(JSON.stringify(done));
      // It reads no seed, and takes nothing that could be drawn.
      expect(done.filter(({ text }) => /\bseed,|mall_order|campaign_opening|raffle_winner/.test(text))).toEqual([]);
    }
    expect(work.size).toBe(1);
  });

  it('of an envelope does the same work for every seed of the client', async () => {
    const editionId = await givenNft(world, { size: 50, reserved: 50 });
    const activityId = await givenEnvelopeDraw(world, {
      prizes: [points('few', 5, 50), pieces('star', editionId, 50)],
    });
    const work = new Set<string>();
    for (let n = 0; n < seeds; n += 1) {
      const act = (clientSeed: string, key: string) =>
        world.call(drawCall, { fan, body: { activityId, clientSeed }, key });
      work.add(JSON.stringify(await workOf(act, 'ATTEMPTS_USED_UP')));
    }
    expect(work.size).toBe(1);
  });
});

type Bound = {
  readonly clientSeed: string;
  readonly firstNonce: number;
  readonly drawn: boolean;
  readonly openings: number;
};

async function boundOf(boxId: string): Promise<Bound[]> {
  const { rows } = await world.ownerPool.query<Bound>(
    `SELECT n.client_seed AS "clientSeed", n.first_nonce AS "firstNonce", n.since_after IS NOT NULL AS drawn,
            (SELECT count(*)::int FROM campaign_opening o WHERE o.participation_id = n.id) AS openings
       FROM participation n WHERE n.campaign_id = $1 ORDER BY n.id`,
    [boxId],
  );
  return rows;
}

/** Recomputes the prizes of the first openings of a new box from the seeds, apart from the server. */
async function recompute(boxId: string, bindings: readonly Opening[]): Promise<string[]> {
  const { rows } = await world.ownerPool.query<{ seed: Buffer; prizes: string[]; totals: number[] }>(
    `SELECT s.seed, array_agg(p.prize_id ORDER BY p.position) AS prizes,
      array_agg(p.total ORDER BY p.position) AS totals
       FROM luck_seed s JOIN campaign_prize p ON p.campaign_id = s.subject_id WHERE s.subject_id = $1 GROUP BY s.seed`,
    [boxId],
  );
  const { seed, prizes, totals: left } = rows[0] as (typeof rows)[number];
  const urn = { seed, left, isRare: left.map(() => false), since: 0, rareWithin: null };
  let nonce = 0;
  return bindings.flatMap(({ num = 1, clientSeed = '' }) =>
    Array.from({ length: num }, () => {
      nonce += 1;
      const { prize } = drawOpening({ ...urn, nonce, clientSeed });
      left[prize] = (left[prize] as number) - 1;
      return prizes[prize] as string;
    }),
  );
}

describe('an opening whose draw is interrupted', () => {
  const clientSeed = newSeed();
  const loseAnswer = async (boxId: string, key: string = randomUUID()) => {
    const reply = await killedWhileDrawing(world, boxId, () => open(boxId, { num: 3, clientSeed }, { key }));
    expect(reply).toMatchObject({ status: 503 });
    expect(await boundOf(boxId)).toEqual([{ clientSeed, firstNonce: 1, drawn: false, openings: 0 }]);
    expect(await balanceOf(world, fan)).toBe(70);
  };

  it('is paid and bound to its seeds, and the repeat of its key draws it', async () => {
    const boxId = await givenMixedBox();
    const key = randomUUID();
    await loseAnswer(boxId, key);
    const other = await changesNothing(world, () => open(boxId, { num: 3, clientSeed: newSeed() }, { key }));
    expect(other).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    const repeats = await Promise.all(Array.from({ length: 10 }, () => open(boxId, { num: 3, clientSeed }, { key })));
    const [first] = repeats;
    expect(first?.data.trace?.clientSeed).toBe(clientSeed);
    expect(first?.data.results?.map(({ prizeId }) => prizeId)).toEqual(
      await recompute(boxId, [{ num: 3, clientSeed }]),
    );
    for (const { data } of repeats) expect(data).toEqual(first?.data);
    expect(await boundOf(boxId)).toEqual([{ clientSeed, firstNonce: 1, drawn: true, openings: 3 }]);
  });

  it('is drawn by the job, and the repeat gets what it brought', async () => {
    const boxId = await givenMixedBox();
    const key = randomUUID();
    await loseAnswer(boxId, key);
    await Promise.all([moveLuck(world), moveLuck(world)]);
    expect(await boundOf(boxId)).toEqual([{ clientSeed, firstNonce: 1, drawn: true, openings: 3 }]);
    const { data } = await open(boxId, { num: 3, clientSeed }, { key });
    expect(data.results?.map(({ prizeId }) => prizeId)).toEqual(await recompute(boxId, [{ num: 3, clientSeed }]));
    expect(await balanceOf(world, fan)).toBe(data.remaining);
  });

  it('is drawn before the next fan’s, which comes after it', async () => {
    const boxId = await givenMixedBox();
    await loseAnswer(boxId);
    const caller = await world.given.fan({ points: 10 });
    const { data } = await open(boxId, { clientSeed }, { caller });
    expect(data.results?.map(({ nonce, prizeId }) => [nonce, prizeId])).toEqual([
      [4, (await recompute(boxId, [{ num: 3, clientSeed }, { clientSeed }])).at(-1)],
    ]);
    expect((await boundOf(boxId)).map(({ drawn, openings }) => [drawn, openings])).toEqual([
      [true, 3],
      [true, 1],
    ]);
  });

  it.each([
    ['at the end of the box', hourMs + 15_000, hourMs],
    ['before the seed of its stretch is shown', 7 * dayMs, 30 * dayMs],
  ])('is drawn %s', async (_, afterMs, lastsMs) => {
    const boxId = await givenMixedBox({ lastsMs });
    await loseAnswer(boxId);
    world.clock.set(new Date(noon.getTime() + afterMs));
    await moveLuck(world);
    const { data } = await world.call('GET /activity/api/v1/packet/getProof', {
      query: { activityId: boxId, epoch: 1 },
    });
    if (data.kind !== 'box') throw new Error('No box');
    expect(data.seed).not.toBeNull();
    expect(data.openings).toHaveLength(3);
  });

  it('of the last prizes ends the box', async () => {
    const boxId = await givenBox(world, { prizes: [points('few', 5, 3)] });
    await loseAnswer(boxId);
    const caller = await world.given.fan({ points: 100 });
    expect(await open(boxId, {}, { caller })).toMatchObject({ refusal: 'CAMPAIGN_SOLD_OUT' });
    expect(await balanceOf(world, fan)).toBe(85);
  });

  it('of a red envelope keeps its attempt and its prize', async () => {
    const activityId = await givenEnvelopeDraw(world);
    const key = randomUUID();
    const taskId = await givenTask(world, { typeId: 2, period: 'daily', streakRewards: [1, 1, 1, 1, 1, 1, 1] });
    await world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
    const draw = () => world.call(drawCall, { fan, body: { activityId, clientSeed }, key });
    expect(await killedWhileDrawing(world, activityId, draw)).toMatchObject({ status: 503 });
    expect((await draw()).data).toMatchObject({ left: 0, prize: { nonce: 1 }, proof: { clientSeed } });
    expect(await balanceOf(world, fan)).toBe(106);
  });
});

describe('what a fan does beside an opening', () => {
  it('cannot use up the key of the prizes in advance, to undo the draws that bring Points', async () => {
    const [boxId, offerId] = [await givenMixedBox(), await givenOffer(world)];
    const key = randomUUID();
    const body = { offerId, num: 1 };
    const reply = await changesNothing(world, () =>
      world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', { fan, body, key: derivedUuid(key, 'prizes') }),
    );
    expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    expect((await open(boxId, {}, { key })).code).toBe(0);
  });

  it('cannot undo a draw by spending the same Points 40 times at once', async () => {
    const boxId = await givenMixedBox({ price: 30 });
    const seeds = Array.from({ length: 40 }, newSeed);
    const replies = await Promise.all(seeds.map((clientSeed) => open(boxId, { clientSeed })));
    const opened = replies.flatMap(({ data }, at) =>
      data?.results
        ? data.results.map(({ nonce, prizeId }) => ({ nonce, prizeId, clientSeed: seeds[at] as string }))
        : [],
    );
    const inOrder = opened.toSorted((a, b) => a.nonce - b.nonce);
    expect(inOrder.length).toBeGreaterThanOrEqual(3);
    expect(inOrder.map(({ prizeId }) => prizeId)).toEqual(await recompute(boxId, inOrder));
  });
});
