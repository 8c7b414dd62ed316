import { randomUUID } from 'node:crypto';
import { votesOfTickets } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/voteTransfer';
const priceSteps = [
  { fromTicket: 1, votesPerTicket: 10 },
  { fromTicket: 11, votesPerTicket: 8 },
  { fromTicket: 21, votesPerTicket: 1 },
];
/** A minute before midnight in Taipei. */
const lateScenario = new Date('2026-11-21T15:59:00Z');

describe('turning tickets into votes by price steps', () => {
  let world: World;
  let activityId: string;
  beforeAll(async () => {
    world = await createWorld({ now: lateScenario });
    ({ activityId } = await world.given.election({ rules: { priceSteps } }));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  function convert(fan: TestFan, num: number, more: { votes?: number; key?: string } = {}) {
    const { votes, key } = more;
    const body = { activityId, num, ...(votes !== undefined && { votes }) };
    return world.call(route, { fan, body, ...(key && { key }) });
  }

  async function wallet(fan: TestFan) {
    const { data } = await world.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query: { activityId } });
    return { tickets: data.tickets, votes: data.votes, ticketsToday: data.ticketsToday };
  }

  it('is part of the activity, so that a fan sees it before the vote', async () => {
    const { data } = await world.call('GET /activity/api/v1/vote/activity', { query: { activityId } });
    expect(data).toMatchObject({ priceSteps });
  });

  it('gives for each ticket what it is worth by how many were converted that day', async () => {
    const fan = await world.given.fan({ tickets: 40 });
    expect((await convert(fan, 10)).data).toMatchObject({ votes: 100 });
    expect((await convert(fan, 1)).data).toMatchObject({ votes: 8 });
    expect((await convert(fan, 12)).data).toMatchObject({ votes: 9 * 8 + 3 });
    expect(await wallet(fan)).toEqual({ tickets: 17, votes: 183, ticketsToday: 23 });
  });

  it('gives the same for all at once as one after the other, and to each fan by their own', async () => {
    const [fan, other] = [await world.given.fan({ tickets: 30 }), await world.given.fan({ tickets: 30 })];
    expect((await convert(fan, 25)).data).toMatchObject({ votes: 185 });
    expect((await convert(other, 25)).data).toMatchObject({ votes: 185 });
  });

  it('counts forty at once one after the other', async () => {
    const fan = await world.given.fan({ tickets: 40 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => convert(fan, 1)));
    expect(replies.map(({ data }) => data.votes).toSorted((a, b) => b - a)).toEqual([
      ...Array.from({ length: 10 }, () => 10),
      ...Array.from({ length: 10 }, () => 8),
      ...Array.from({ length: 20 }, () => 1),
    ]);
    expect(await wallet(fan)).toEqual({ tickets: 0, votes: 200, ticketsToday: 40 });
  });

  it('refuses another price than the shown one, returns the present one, and changes nothing', async () => {
    const fan = await world.given.fan({ tickets: 20 });
    await convert(fan, 10);
    const reply = await changesNothing(world, () => convert(fan, 2, { votes: 20 }));
    expect(reply).toMatchObject({
      status: 200,
      refusal: 'CONVERSION_CHANGED',
      message: 'These tickets now bring 16 votes. Nothing was converted.',
    });
    expect((await convert(fan, 2, { votes: 16 })).data).toMatchObject({ votes: 16 });
  });

  it('of forty fans at once who were all shown the first price, gives it to as many as it covers', async () => {
    const fan = await world.given.fan({ tickets: 40 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => convert(fan, 1, { votes: 10 })));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(replies.filter(({ refusal }) => refusal === 'CONVERSION_CHANGED')).toHaveLength(30);
    expect(await wallet(fan)).toEqual({ tickets: 30, votes: 100, ticketsToday: 10 });
  });

  it('counts no tickets that were refused', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    const reply = await changesNothing(world, () => convert(fan, 6));
    expect(reply.refusal).toBe('INSUFFICIENT_TICKETS');
    expect(await wallet(fan)).toEqual({ tickets: 5, votes: 0, ticketsToday: 0 });
  });

  it('answers a repeat as the first time, also when the next ticket is worth less', async () => {
    const fan = await world.given.fan({ tickets: 20 });
    const key = randomUUID();
    const first = await convert(fan, 10, { key, votes: 100 });
    const repeats = await Promise.all(Array.from({ length: 40 }, () => convert(fan, 10, { key, votes: 100 })));
    expect(new Set(repeats.map(({ data }) => JSON.stringify(data)))).toEqual(new Set([JSON.stringify(first.data)]));
    expect(await wallet(fan)).toEqual({ tickets: 10, votes: 100, ticketsToday: 10 });
  });

  it('restarts at the midnight of the activity', async () => {
    const midnight = await createWorld({ now: lateScenario });
    try {
      await midnight.given.election({ rules: { priceSteps } });
      const fan = await midnight.given.fan({ tickets: 30 });
      const ten = () => midnight.call(route, { fan, body: { activityId, num: 10 } });
      expect((await ten()).data.votes).toBe(100);
      midnight.clock.set(new Date('2026-11-21T15:59:59.999Z'));
      expect((await ten()).data.votes).toBe(80);
      midnight.clock.set(new Date('2026-11-21T16:00:00.000Z'));
      expect((await ten()).data.votes).toBe(100);
    } finally {
      await midnight[Symbol.asyncDispose]();
    }
  });
});

describe('the words of SQL and of the server', () => {
  it('agree about what tickets are worth', async () => {
    await using world = await createWorld();
    const { rows } = await world.ownerPool.query<{ votes: number }>(
      'SELECT votes_of_tickets($1::jsonb, n) AS votes FROM generate_series(0, 60) n ORDER BY n',
      [JSON.stringify(priceSteps)],
    );
    expect(rows.map(({ votes }) => votes)).toEqual(
      rows.map((_, tickets) => votesOfTickets(priceSteps, { before: 0, tickets })),
    );
  });
});
