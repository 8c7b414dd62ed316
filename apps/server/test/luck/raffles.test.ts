import { randomUUID } from 'node:crypto';
import { entryHash, roundAt, timeOf, verifyRaffle } from '@lightstick/chance';
import { verifyRound } from '@lightstick/chance/drand';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { ticketAsset } from '../world/given-election.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenNft } from '../world/given-goods.ts';
import { givenRaffle, pieces, points } from '../world/given-luck.ts';
import { createWorld, type World } from '../world/world.ts';
import { recordedRounds } from '../../../../packages/chance/test/recorded-rounds.ts';
import { moveLuck, runLuckJob } from './move-luck.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const enterCall = 'POST /wallet/api/v1/pointsMall/participateActivity';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan({ points: 1000, votes: 100 });
  world.time.forget();
});

const detail = async (activityId: string, caller: TestFan | null = fan) => {
  world.time.forget();
  const asker = caller ? { fan: caller } : {};
  return (await world.call('GET /activity/api/v1/packet/getActivityDetail', { ...asker, query: { activityId } })).data;
};

describe('raffles', () => {
  const enter = (activityId: string, num = 1, caller = fan, key = randomUUID()) =>
    world.call(enterCall, { fan: caller, body: { activityId, num }, key });
  const raffle = async (activityId: string, caller: TestFan | null = fan) => {
    const data = await detail(activityId, caller);
    if (data.kind !== 'raffle') throw new Error('No raffle');
    return data;
  };
  const afterClose = (ms: number) => world.clock.set(new Date(noon.getTime() + hourMs + ms));

  it('take entries against Points, which a fan finds in the list by a hash', async () => {
    const raffleId = await givenRaffle(world);
    const { data } = await enter(raffleId, 2);
    expect(data).toMatchObject({ num: 2, paid: 20, entries: 2, results: null, remaining: 980 });
    expect(await enter(raffleId, 3)).toMatchObject({ data: { entries: 5, entryHash: data.entryHash, remaining: 950 } });
    expect(await raffle(raffleId)).toMatchObject({
      entries: 5,
      entrants: 1,
      draw: 'open',
      mine: { entries: 5, entryHash: data.entryHash },
    });
    const { mine } = await raffle(raffleId);
    const computed = entryHash(Buffer.from(mine?.salt ?? '', 'hex'), fan.accountId);
    expect(Buffer.from(computed).toString('hex')).toBe(data.entryHash);
    expect(mine?.won).toBeNull();
    expect((await raffle(raffleId, null)).mine).toBeNull();
  });

  it('may be free', async () => {
    const raffleId = await givenRaffle(world, { price: 0, perFanLimit: 1 });
    expect((await enter(raffleId)).data).toMatchObject({ paid: 0, remaining: 1000, entries: 1 });
  });

  it.each<[string, Parameters<typeof givenRaffle>[1], number, number, string]>([
    ['before it opens', { opensInMs: 1 }, 1, 0, 'CAMPAIGN_NOT_OPEN'],
    ['at its end', {}, 1, hourMs, 'CAMPAIGN_ENDED'],
    ['with more than the limit', {}, 6, 0, 'CAMPAIGN_LIMIT_REACHED'],
    ['with more than they can pay', { price: 600 }, 2, 0, 'INSUFFICIENT_POINTS'],
    ['from another region', { regions: ['TW'] }, 1, 0, 'LUCK_REGION_CLOSED'],
    ['with an account that is too young', { minAccountAgeHours: 24 }, 1, 0, 'LUCK_ACCOUNT_TOO_YOUNG'],
  ])('refuse a fan %s and change nothing', async (_, options, num, afterMs, refusal) => {
    const raffleId = await givenRaffle(world, options);
    world.clock.set(new Date(noon.getTime() + afterMs));
    expect(await changesNothing(world, () => enter(raffleId, num))).toMatchObject({ refusal });
  });

  it('neither overspend nor exceed the limit when a fan enters 40 times at once', async () => {
    const raffleId = await givenRaffle(world);
    const poor = await world.given.fan({ points: 35 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => enter(raffleId, 1, poor)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await balanceOf(world, poor)).toBe(5);
  });

  it('answer a repeat of a key with the first answer, and refuse the key for more', async () => {
    const raffleId = await givenRaffle(world);
    const key = randomUUID();
    const first = await enter(raffleId, 1, fan, key);
    expect((await changesNothing(world, () => enter(raffleId, 1, fan, key))).data).toEqual(first.data);
    expect(await enter(raffleId, 2, fan, key)).toMatchObject({ refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('freeze their list after the grace, and draw and pay the winners once', async () => {
    const editionId = await givenNft(world, { size: 3, reserved: 3 });
    const prizes = [points('first', 500, 1, true), points('second', 50, 2), pieces('star', editionId, 1)];
    const raffleId = await givenRaffle(world, { prizes, budget: 'raffle' });
    const callers = await world.given.fans(6, { points: 100 });
    for (const [at, caller] of callers.entries()) await enter(raffleId, (at % 5) + 1, caller);
    afterClose(14_999);
    await moveLuck(world);
    expect((await raffle(raffleId)).draw).toBe('open');
    afterClose(15_000);
    await Promise.all([moveLuck(world), moveLuck(world)]);
    expect(await raffle(raffleId)).toMatchObject({ draw: 'frozen', entrants: 6 });
    afterClose(74_000);
    await moveLuck(world);
    expect((await raffle(raffleId)).draw).toBe('frozen');
    afterClose(80_000);
    await Promise.all([moveLuck(world), moveLuck(world)]);
    const drawn = await raffle(raffleId, callers[0] ?? null);
    expect(drawn).toMatchObject({ draw: 'drawn', state: 'ended' });
    expect(drawn.winners.map(({ place, prizeId }) => [place, prizeId])).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'second'],
      [4, 'star'],
    ]);
    await moveLuck(world);
    const sums = await Promise.all(callers.map((caller) => balanceOf(world, caller)));
    // What they paid is gone, what they won is there, once.
    expect(sums.reduce((sum, one) => sum + one, 0)).toBe(600 - 160 + 600);
    const { data } = await world.call('GET /activity/api/v1/packet/getResults', { query: { activityId: raffleId } });
    expect(data.list.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  it('leave out a fan who was erased before the list was frozen', async () => {
    const raffleId = await givenRaffle(world, { prizes: [points('first', 500, 2)] });
    const gone = await world.given.fan({ points: 100 });
    await enter(raffleId, 5, gone);
    await enter(raffleId);
    await eraseFan(world, gone);
    afterClose(60_000);
    await moveLuck(world);
    const { drawsAt } = await raffle(raffleId);
    expect(Date.parse(drawsAt)).toBeGreaterThanOrEqual(noon.getTime() + hourMs + 90_000);
    world.clock.set(new Date(drawsAt));
    await moveLuck(world);
    const { winners, mine } = await raffle(raffleId);
    expect(winners.map(({ isMe }) => isMe)).toEqual([true]);
    expect(mine?.won).toEqual({ place: 1, prizeId: 'first' });
    expect(await balanceOf(world, fan)).toBe(1490);
  });

  it('are frozen and drawn by jobs at their very times', async () => {
    const raffleId = await givenRaffle(world);
    await enter(raffleId);
    const dueAt = async (job: string) => {
      const { rows } = await world.ownerPool.query<{ at: Date }>(
        'SELECT run_at AS at FROM graphile_worker.jobs WHERE key = $1',
        [`${job}:${raffleId}`],
      );
      return rows[0]?.at;
    };
    expect(await dueAt('freeze-raffle')).toEqual(new Date(noon.getTime() + hourMs + 16_000));
    // A job that comes before the grace is over freezes nothing.
    afterClose(14_999);
    await changesNothing(world, () =>
      expect(runLuckJob(world, 'freeze-raffle', { campaignId: raffleId })).rejects.toThrow('is not over yet'),
    );
    afterClose(16_000);
    await runLuckJob(world, 'freeze-raffle', { campaignId: raffleId });
    const { drawsAt } = await raffle(raffleId);
    expect(await dueAt('draw-raffle')).toEqual(new Date(Date.parse(drawsAt) + 1000));
    world.clock.set(new Date(Date.parse(drawsAt) - 1));
    await expect(runLuckJob(world, 'draw-raffle', { campaignId: raffleId })).rejects.toThrow('waits for its beacon');
    world.clock.set(new Date(drawsAt));
    await runLuckJob(world, 'draw-raffle', { campaignId: raffleId });
    expect((await raffle(raffleId)).draw).toBe('drawn');
  });

  it('return the prizes that had no entrant', async () => {
    const raffleId = await givenRaffle(world, { budget: 'few-entrants' });
    await enter(raffleId);
    afterClose(15_000);
    await moveLuck(world);
    afterClose(80_000);
    await moveLuck(world);
    const setAside = (asset: string) =>
      world.ownerPool.query(`SELECT set_aside::int AS sum FROM luck_budget WHERE id = 'few-entrants' AND asset = $1`, [
        asset,
      ]);
    expect((await setAside('POINT')).rows).toEqual([{ sum: 500 }]);
    expect((await setAside(ticketAsset)).rows).toEqual([{ sum: 0 }]);
  });

  it('end without a draw when nobody entered', async () => {
    const raffleId = await givenRaffle(world);
    afterClose(15_000);
    await moveLuck(world);
    expect(await raffle(raffleId)).toMatchObject({ draw: 'empty', state: 'ended', winners: [] });
  });

  it('wait for their beacon, never change it, and draw when it speaks', async () => {
    const raffleId = await givenRaffle(world, { beacon: 'drand' });
    await enter(raffleId);
    afterClose(15_000);
    await moveLuck(world);
    const { beacon, drawsAt } = await raffle(raffleId);
    expect(beacon).toEqual({ kind: 'drand', round: expect.any(Number), commitment: null });
    afterClose(100_000);
    const asked: number[] = [];
    const silent = {
      kind: 'organiser',
      fetchRound: (round: number) => Promise.resolve(void asked.push(round)),
    } as const;
    await moveLuck(world, silent);
    expect(asked).toEqual([beacon.round]);
    expect(await raffle(raffleId)).toMatchObject({ draw: 'waiting', drawsAt, beacon });
    const speaking = { kind: 'drand', fetchRound: () => Promise.resolve(new Uint8Array(48).fill(7)) } as const;
    await moveLuck(world, speaking);
    expect(await raffle(raffleId)).toMatchObject({ draw: 'drawn', winners: [{ place: 1, isMe: true }] });
  });

  it('are drawn by a round that drand signed, which anyone can verify', async () => {
    const [{ round, signature }] = recordedRounds.slice(-1) as [(typeof recordedRounds)[number]];
    const closesAt = new Date(timeOf(round).getTime() - 75_000);
    world.clock.set(new Date(closesAt.getTime() - hourMs));
    const raffleId = await givenRaffle(world, { beacon: 'drand' });
    const callers = await world.given.fans(4, { points: 100 });
    for (const [at, caller] of callers.entries()) await enter(raffleId, at + 1, caller);
    const relay = {
      kind: 'drand',
      fetchRound: (wanted: number) =>
        Promise.resolve(
          wanted === round && world.clock.now() >= timeOf(round) ? Buffer.from(signature, 'hex') : undefined,
        ),
    } as const;
    world.clock.set(new Date(closesAt.getTime() + 15_000));
    await moveLuck(world, relay);
    world.clock.set(timeOf(round));
    await moveLuck(world, relay);
    world.time.forget();
    const { data } = await world.call('GET /activity/api/v1/packet/getProof', { query: { activityId: raffleId } });
    if (data.kind !== 'raffle') throw new Error('No raffle');
    expect(data.winners).toHaveLength(3);
    expect(verifyRaffle(data, verifyRound).filter(({ ok }) => ok !== true)).toEqual([]);
  });

  it('are not frozen while drand has the round that would draw them, as the clock is behind then', async () => {
    const raffleId = await givenRaffle(world, { beacon: 'drand' });
    await enter(raffleId);
    afterClose(15_000);
    const published = { kind: 'drand', fetchRound: () => Promise.resolve(new Uint8Array(48).fill(7)) } as const;
    await changesNothing(world, async () => {
      await expect(moveLuck(world, published)).rejects.toThrow('Some of luck could not be moved on');
      await expect(runLuckJob(world, 'freeze-raffle', { campaignId: raffleId }, published)).rejects.toThrow(
        'so the clock is behind',
      );
    });
    const { beacon: early } = await raffle(raffleId);
    expect(early).toMatchObject({ round: null });

    // Set right, the clock leads to a later round, which is not published.
    afterClose(120_000);
    await moveLuck(world);
    const { beacon, drawsAt } = await raffle(raffleId);
    expect(beacon.round).toBe(roundAt(new Date(noon.getTime() + hourMs + 150_000)));
    expect(Date.parse(drawsAt)).toBeGreaterThanOrEqual(noon.getTime() + hourMs + 150_000);
  });

  it('take no entry once the list is frozen, by SQL as well', async () => {
    const raffleId = await givenRaffle(world);
    await enter(raffleId);
    afterClose(15_000);
    await moveLuck(world);
    world.clock.set(noon);
    const reply = await changesNothing(world, () => enter(raffleId));
    expect(reply).toMatchObject({ refusal: 'CAMPAIGN_ENDED' });
    await expect(
      world.pool.query('UPDATE campaign_fan SET used = used + 1 WHERE campaign_id = $1', [raffleId]),
    ).rejects.toThrow('are frozen');
  });
});
