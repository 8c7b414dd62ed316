import { randomUUID } from 'node:crypto';
import { verifyBox, verifyContinuation, verifyPacket, verifyRaffle } from '@lightstick/chance';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishLuck } from '#/modules/luck/index.ts';
import type { LuckPlan } from '#/modules/luck/plan.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { givenBox, givenEnvelopeDraw, givenLuckBudget, givenPacket, givenRaffle, points } from '../world/given-luck.ts';
import { createWorld, type World } from '../world/world.ts';
import { moveLuck } from './move-luck.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: { DEFAULT_COUNTRY: 'TW' } });
  // It is open as long as the clock moves: its close would be written while a refusal is to write nothing.
  await world.given.election({ closesAt: new Date(noon.getTime() + 60 * dayMs) });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.clock.set(noon);
  world.time.forget();
});

const publish = (now = noon) =>
  world.db.transaction().execute((tx) => publishLuck(tx, { now: () => Promise.resolve(now), beacon: 'organiser' }));

const setPlan = (id: string, change: Partial<LuckPlan>) =>
  world.ownerPool.query(`UPDATE luck_plan SET plan = plan || $2::jsonb WHERE id = $1`, [id, JSON.stringify(change)]);

const setAsideOf = async (budgetId: string) => {
  const { rows } = await world.ownerPool.query<{ sum: number }>(
    `SELECT set_aside::int AS sum FROM luck_budget WHERE id = $1 AND asset = 'POINT'`,
    [budgetId],
  );
  return rows[0]?.sum;
};

const idsOf = async (planId: string) => {
  const { rows } = await world.ownerPool.query<{ id: string }>(
    `SELECT id FROM packet WHERE plan_id = $1 UNION ALL SELECT id FROM campaign WHERE plan_id = $1 ORDER BY id`,
    [planId],
  );
  return rows.map(({ id }) => id);
};

const proof = async (query: { packetId?: string; activityId?: string; epoch?: number }) => {
  world.time.forget();
  return (await world.call('GET /activity/api/v1/packet/getProof', { query })).data;
};

describe('publishing what luck plans', () => {
  it('funds each packet of a daily plan ahead of its opening, once', async () => {
    const id = await givenPacket(world, { budget: 'daily' });
    await setPlan(id, {
      schedule: { kind: 'daily', at: ['12:30', '20:30'], timeZone: 'Asia/Taipei', lastsMinutes: 60 },
    });
    await Promise.all([publish(), publish()]);
    expect(await idsOf(id)).toEqual([
      id,
      `${id}-20260310-1230`,
      `${id}-20260310-2030`,
      `${id}-20260311-1230`,
      `${id}-20260311-2030`,
    ]);
    expect(await setAsideOf('daily')).toBe(500);
    await publish(new Date(noon.getTime() + dayMs));
    expect(await idsOf(id)).toHaveLength(7);
  });

  it('promises no packet that is open already', async () => {
    const id = await givenPacket(world);
    await setPlan(id, { schedule: { kind: 'daily', at: ['12:00'], timeZone: 'Asia/Taipei', lastsMinutes: 60 } });
    await publish(noon);
    expect(await idsOf(id)).toEqual([id, `${id}-20260311-1200`]);
  });

  it('leaves out what its budget cannot pay, says so, and changes nothing by it', async () => {
    await givenLuckBudget(world, 'poor', 150);
    const id = await givenPacket(world, { budget: 'poor' });
    await setPlan(id, { schedule: { kind: 'daily', at: ['20:30'], timeZone: 'Asia/Taipei', lastsMinutes: 60 } });
    const { unfunded } = await publish();
    expect(unfunded).toEqual([`${id}-20260310-2030`, `${id}-20260311-2030`]);
    expect(await setAsideOf('poor')).toBe(100);
    // What returns pays for the next one.
    world.clock.set(new Date(noon.getTime() + 2 * hourMs));
    await moveLuck(world);
    await moveLuck(world);
    expect(await setAsideOf('poor')).toBe(100);
    expect(await idsOf(id)).toEqual([id, `${id}-20260310-2030`]);
  });

  it('publishes a raised version of a box as a new one beside the one before', async () => {
    const id = await givenBox(world, { budget: 'versions' });
    await setPlan(id, { price: 20 });
    await publish();
    expect(await idsOf(id)).toEqual([id]);
    await setPlan(id, { version: 2 });
    await publish();
    expect(await idsOf(id)).toEqual([id, `${id}-v2`]);
    world.time.forget();
    const { data } = await world.call('GET /activity/api/v1/packet/getAllBlindBox', { query: {} });
    const own = data.filter(({ activityId }) => activityId.startsWith(id));
    const shown = own.map(({ activityId, state, price, odds }) => [activityId, state, price, odds.version] as const);
    expect(shown.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      [id, 'open', 10, 1],
      [`${id}-v2`, 'open', 20, 2],
    ]);
    expect(new Set(own.map(({ odds }) => odds.hash)).size).toBe(2);
  });

  it('keeps the version of a current draw, so that attempts count once', async () => {
    const id = await givenEnvelopeDraw(world);
    await setPlan(id, { version: 2 });
    await publish();
    expect(await idsOf(id)).toEqual([id]);
  });

  it('goes on with other plans, and with all that is due, when one plan cannot be published', async () => {
    const broken = await givenBox(world, { regions: ['TW'], lastsMs: 10 * hourMs });
    const packetId = await givenPacket(world);
    await setPlan(broken, { version: 2, prizes: [points('same', 1, 1), points('same', 1, 1)] });
    await setPlan(packetId, { schedule: { kind: 'daily', at: ['20:30'], timeZone: 'Asia/Taipei', lastsMinutes: 60 } });
    world.clock.set(new Date(noon.getTime() + 2 * hourMs));
    await expect(moveLuck(world)).rejects.toThrow('could not be moved on');
    expect(await idsOf(packetId)).toContain(`${packetId}-20260310-2030`);
    expect(await proof({ packetId })).toMatchObject({ seed: expect.any(String) });
    await world.ownerPool.query('UPDATE luck_plan SET retired = true WHERE id = $1', [broken]);
  });

  it('publishes nothing of a plan that content has retired', async () => {
    const id = await givenPacket(world);
    await setPlan(id, { schedule: { kind: 'daily', at: ['20:30'], timeZone: 'Asia/Taipei', lastsMinutes: 60 } });
    await world.ownerPool.query('UPDATE luck_plan SET retired = true WHERE id = $1', [id]);
    await publish();
    expect(await idsOf(id)).toEqual([id]);
  });
});

describe('the proof of luck', () => {
  it('of a packet is secret until it is over', async () => {
    const packetId = await givenPacket(world);
    const before = await proof({ packetId });
    expect(before).toMatchObject({ kind: 'packet', seed: null, amounts: null, total: 100, shares: 10, grabbed: 0 });
    world.clock.set(new Date(noon.getTime() + 2 * hourMs));
    await moveLuck(world);
    const after = await proof({ packetId });
    expect(after).toMatchObject({ commitment: before.kind === 'packet' && before.commitment });
    expect(after.kind === 'packet' && after.amounts?.reduce((sum, amount) => sum + amount, 0)).toBe(100);
  });

  it('of a box shows its openings at once and the seed after seven days, under a new one', async () => {
    const lasts = { lastsMs: 20 * dayMs, prizes: [points('few', 1, 50), points('rare', 9, 4, true)], rareWithin: 20 };
    const boxId = await givenBox(world, { ...lasts, regions: ['TW'] });
    const fan = await world.given.fan({ points: 1000 });
    const open = (num: number, commitment?: string) =>
      world.call('POST /wallet/api/v1/pointsMall/participateActivity', {
        fan,
        body: { activityId: boxId, num, clientSeed: '0123456789abcdef', ...(commitment && { commitment }) },
        key: randomUUID(),
      });
    const promised = await proof({ activityId: boxId });
    const { commitment } = promised as { commitment: string };
    await open(7, commitment);
    expect(await proof({ activityId: boxId })).toMatchObject({ epoch: 1, seed: null, revealedAt: null });
    world.clock.set(new Date(noon.getTime() + 7 * dayMs));
    await Promise.all([moveLuck(world), moveLuck(world)]);
    // A client seed that was made for the former promise does not go with the new one.
    const late = await changesNothing(world, () => open(5, commitment));
    expect(late).toMatchObject({ refusal: 'CAMPAIGN_CHANGED' });
    await open(5);
    const second = await proof({ activityId: boxId });
    const first = await proof({ activityId: boxId, epoch: 1 });
    if (first.kind !== 'box' || second.kind !== 'box') throw new Error('No boxes');
    expect(first.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(first.openings.map(([nonce, clientSeed]) => [nonce, clientSeed])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((nonce) => [nonce, '0123456789abcdef']),
    );
    expect(second).toMatchObject({ epoch: 2, seed: null, documentHash: first.documentHash });
    expect(second.openings.map(([nonce]) => nonce)).toEqual([8, 9, 10, 11, 12]);
    expect(second.leftAtStart.reduce((sum, left) => sum + left, 0)).toBe(47);
    expect(verifyBox(first).every(({ ok }) => ok === true)).toBe(true);
    world.clock.set(new Date(noon.getTime() + 14 * dayMs));
    await moveLuck(world);
    const revealed = await proof({ activityId: boxId, epoch: 2 });
    if (revealed.kind !== 'box') throw new Error('No box');
    expect(verifyBox(revealed).filter(({ ok }) => ok !== true)).toEqual([]);
    expect(verifyContinuation(first, revealed).ok).toBe(true);
    const exchanged = { ...revealed, leftAtStart: revealed.leftAtStart.map((left, at) => left + (at === 0 ? 1 : -1)) };
    expect(verifyContinuation(first, exchanged).ok).toBe(false);
    const miscounted = { ...revealed, sinceAtStart: [...revealed.sinceAtStart, [99, 1] as [number, number]] };
    expect(verifyContinuation(first, miscounted).ok).toBe(false);
  });

  it('of a raffle has the list once it is frozen, and the seed once it is drawn', async () => {
    const raffleId = await givenRaffle(world);
    const callers = await world.given.fans(5, { points: 100 });
    for (const [at, fan] of callers.entries()) {
      await world.call('POST /wallet/api/v1/pointsMall/participateActivity', {
        fan,
        body: { activityId: raffleId, num: at + 1 },
      });
    }
    expect(await proof({ activityId: raffleId })).toMatchObject({ entries: null, root: null, winners: null });
    world.clock.set(new Date(noon.getTime() + hourMs + 15_000));
    await moveLuck(world);
    expect(await proof({ activityId: raffleId })).toMatchObject({ winners: null, beacon: { seed: null } });
    world.clock.set(new Date(noon.getTime() + hourMs + 80_000));
    await moveLuck(world);
    const drawn = await proof({ activityId: raffleId });
    if (drawn.kind !== 'raffle') throw new Error('No raffle');
    expect(drawn.entries?.map(({ weight }) => weight).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(verifyRaffle(drawn).filter(({ ok }) => ok !== true)).toEqual([]);
  });

  it('of a packet verifies', async () => {
    const packetId = await givenPacket(world, { total: 1000, shares: 50 });
    world.clock.set(new Date(noon.getTime() + 2 * hourMs));
    await moveLuck(world);
    const over = await proof({ packetId });
    if (over.kind !== 'packet') throw new Error('No packet');
    expect(verifyPacket(over).filter(({ ok }) => ok !== true)).toEqual([]);
  });

  it('is refused for unknown subjects', async () => {
    const of = (query: object) => world.call('GET /activity/api/v1/packet/getProof', { query });
    expect(await of({ packetId: 'none' })).toMatchObject({ refusal: 'PACKET_NOT_FOUND' });
    expect(await of({ activityId: 'none' })).toMatchObject({ refusal: 'CAMPAIGN_NOT_FOUND' });
    expect(await of({})).toMatchObject({ refusal: 'CAMPAIGN_NOT_FOUND' });
    expect(await of({ activityId: await givenBox(world), epoch: 2 })).toMatchObject({ refusal: 'CAMPAIGN_NOT_FOUND' });
  });
});
