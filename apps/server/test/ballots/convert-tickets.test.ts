import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices, buildApp } from '#/app.ts';
import { call } from '../world/call.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/voteTransfer';

describe('turning tickets into votes', () => {
  let world: World;
  let activityId: string;
  beforeAll(async () => {
    world = await createWorld();
    ({ activityId } = await world.given.election({ votesPerTicket: 10 }));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  function convert(fan: TestFan, num: number, key?: string) {
    return world.call(route, { fan, body: { activityId, num }, ...(key && { key }) });
  }

  async function balances(fan: TestFan) {
    const { data } = await world.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query: { activityId } });
    return { tickets: data.tickets, votes: data.votes };
  }

  it('pays tickets and gives votes at the published rate', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    expect((await convert(fan, 3)).data).toMatchObject({ tickets: 3, votes: 30, ticketsLeft: 2, votesLeft: 30 });
    expect(await balances(fan)).toEqual({ tickets: 2, votes: 30 });
  });

  it('is listed in the record, newest first', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    await convert(fan, 1);
    await convert(fan, 2);
    const { data } = await world.call('GET /activity/api/v1/vote/getVoteTransferRecord', {
      fan,
      query: { pageSize: 1 },
    });
    expect(data).toMatchObject({ total: 2, list: [{ tickets: 2, votes: 20 }] });
  });

  it('goes through forty at once on a server that has just started', async () => {
    const fan = await world.given.fan({ tickets: 40 });
    const replica = await buildApp(createServices(world.services));
    const body = { activityId, num: 1 };
    const replies = await Promise.all(Array.from({ length: 40 }, () => call(replica, route, { fan, body })));
    await replica.close();
    expect(replies.map((reply) => reply.code)).toEqual(replies.map(() => 0));
    expect(await balances(fan)).toEqual({ tickets: 0, votes: 400 });
  });

  it('refuses more tickets than the fan has, returns the missing number, and changes nothing', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    expect(await convert(fan, 8)).toMatchObject({
      refusal: 'INSUFFICIENT_TICKETS',
      message: 'You need 3 more tickets.',
    });
    expect(await balances(fan)).toEqual({ tickets: 5, votes: 0 });
  });

  it('refuses an activity that does not exist, and changes nothing', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    expect(await world.call(route, { fan, body: { activityId: '9', num: 1 } })).toMatchObject({
      refusal: 'ACTIVITY_NOT_FOUND',
    });
    expect(await balances(fan)).toEqual({ tickets: 5, votes: 0 });
  });

  it('refuses once voting has ended, and changes nothing', async () => {
    const ended = await createWorld();
    try {
      const election = await ended.given.election();
      const fan = await ended.given.fan({ tickets: 5 });
      ended.clock.set(election.closesAt);
      const reply = await ended.call(route, { fan, body: { activityId, num: 1 } });
      expect(reply.refusal).toBe('VOTING_ENDED');
      const { data } = await ended.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query: { activityId } });
      expect(data).toMatchObject({ tickets: 5, votes: 0 });
    } finally {
      await ended[Symbol.asyncDispose]();
    }
  });

  it('never pays more tickets than there are, forty times at once', async () => {
    const fan = await world.given.fan({ tickets: 7 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => convert(fan, 1)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(7);
    expect(replies.filter((reply) => reply.refusal === 'INSUFFICIENT_TICKETS')).toHaveLength(33);
    expect(await balances(fan)).toEqual({ tickets: 0, votes: 70 });
  });

  it('answers a repeat with the first answer, forty times at once too', async () => {
    const fan = await world.given.fan({ tickets: 7 });
    const key = randomUUID();
    const first = await convert(fan, 2, key);
    const repeats = await Promise.all(Array.from({ length: 40 }, () => convert(fan, 2, key)));
    expect(new Set(repeats.map((reply) => JSON.stringify(reply.data)))).toEqual(new Set([JSON.stringify(first.data)]));
    expect(await balances(fan)).toEqual({ tickets: 5, votes: 20 });
  });

  it('refuses a key that was used for another amount with 409, and changes nothing', async () => {
    const fan = await world.given.fan({ tickets: 7 });
    const key = randomUUID();
    await convert(fan, 2, key);
    expect(await convert(fan, 3, key)).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balances(fan)).toEqual({ tickets: 5, votes: 20 });
  });
});
