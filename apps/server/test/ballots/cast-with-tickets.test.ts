import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/doVote';
const dailyCap = 60;
const priceSteps = [
  { fromTicket: 1, votesPerTicket: 10 },
  { fromTicket: 4, votesPerTicket: 8 },
];

describe('casting votes with tickets', () => {
  let world: World;
  let activityId: string;
  let idolIds: readonly string[];
  beforeAll(async () => {
    world = await createWorld();
    ({ activityId, idolIds } = await world.given.election({ freePerDay: 3, dailyCap, rules: { priceSteps } }));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  type Ballot = { num: number; tickets: number; votes: number; key?: string; idolId?: string };

  function vote(fan: TestFan, { num, tickets, votes, key, idolId = '1' }: Ballot) {
    const body = { activityId, idolId, num, conversion: { tickets, votes } };
    return world.call(route, { fan, body, ...(key && { key }) });
  }

  async function wallet(fan: TestFan) {
    const { data } = await world.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query: { activityId } });
    const { tickets, votes, freeVotesToday, usedToday, ticketsToday } = data;
    return { tickets, votes, freeVotesToday, usedToday, ticketsToday };
  }

  const untouched = { tickets: 5, votes: 0, freeVotesToday: 3, usedToday: 0, ticketsToday: 0 };

  it('uses the free votes, then the tickets of the same call, with one receipt and one conversion', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    const { data, code } = await vote(fan, { num: 10, tickets: 1, votes: 10 });
    expect(code).toBe(0);
    expect(data).toMatchObject({ remaining: 3, conversion: { tickets: 1, votes: 10 }, receipt: { num: 10 } });
    expect(await wallet(fan)).toEqual({ tickets: 4, votes: 3, freeVotesToday: 0, usedToday: 10, ticketsToday: 1 });
    const conversions = await world.call('GET /activity/api/v1/vote/getVoteTransferRecord', { fan, query: {} });
    expect(conversions.data).toMatchObject({ total: 1, list: [{ tickets: 1, votes: 10 }] });
    const records = await world.call('GET /activity/api/v1/vote/voteRecord', { fan, query: {} });
    expect(records.data).toMatchObject({ total: 1, list: [{ num: 10, freeVotes: 3, receipt: data.receipt }] });
  });

  it('says of a vote without tickets that nothing was converted', async () => {
    const fan = await world.given.fan({ votes: 1 });
    const { data } = await world.call(route, { fan, body: { activityId, idolId: '1', num: 1 } });
    expect(data.conversion).toBeNull();
  });

  it.for([
    ['more tickets than there are', { num: 10, tickets: 6, votes: 54 }, 'INSUFFICIENT_TICKETS'],
    ['another price than today’s', { num: 10, tickets: 4, votes: 40 }, 'CONVERSION_CHANGED'],
    ['more votes than the tickets bring', { num: 20, tickets: 1, votes: 10 }, 'INSUFFICIENT_VOTES'],
    ['more votes than the day allows', { num: 61, tickets: 5, votes: 46 }, 'DAILY_CAP_REACHED'],
    ['an unknown idol', { num: 10, tickets: 1, votes: 10, idolId: '99' }, 'IDOL_NOT_FOUND'],
  ] as const)('refuses %s, and neither votes nor converts', async ([, ballot, refusal]) => {
    const fan = await world.given.fan({ tickets: 5 });
    const reply = await changesNothing(world, () => vote(fan, ballot));
    expect(reply.refusal).toBe(refusal);
    expect(await wallet(fan)).toEqual(untouched);
  });

  it('refuses once voting has ended, and neither votes nor converts', async () => {
    await using ended = await createWorld();
    const election = await ended.given.election();
    const fan = await ended.given.fan({ tickets: 5 });
    ended.clock.set(election.closesAt);
    const body = { activityId, idolId: '1', num: 10, conversion: { tickets: 1, votes: 10 } };
    const reply = await changesNothing(ended, () => ended.call(route, { fan, body }));
    expect(reply.refusal).toBe('VOTING_ENDED');
  });

  it('refuses a vote before the opening, and keeps the tickets', async () => {
    await using early = await createWorld();
    const opensAt = new Date(early.clock.now().getTime() + 3_600_000);
    await early.given.election({ opensAt });
    const fan = await early.given.fan({ tickets: 5 });
    const body = { activityId, idolId: '1', num: 10, conversion: { tickets: 1, votes: 10 } };
    const reply = await changesNothing(early, () => early.call(route, { fan, body }));
    expect(reply.refusal).toBe('VOTING_NOT_OPEN');
  });

  it('answers a repeat as the first time, forty at once and after the tickets are gone', async () => {
    const fan = await world.given.fan({ tickets: 1 });
    const ballot = { num: 12, tickets: 1, votes: 10, key: randomUUID() };
    const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan, ballot)));
    const late = await vote(fan, ballot);
    const answers = [...replies, late].map(({ data }) => [data.voteId, data.remaining, data.conversion, data.receipt]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await wallet(fan)).toMatchObject({ tickets: 0, votes: 1, usedToday: 12, ticketsToday: 1 });
  });

  it('lets forty votes at once use each ticket once', async () => {
    const fan = await world.given.fan({ tickets: 3 });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        vote(fan, { num: 10, tickets: 1, votes: 10, idolId: idolIds[index % idolIds.length] ?? '1' }),
      ),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await wallet(fan)).toMatchObject({ tickets: 0, votes: 3, usedToday: 30, ticketsToday: 3 });
  });

  it('goes along with votes and conversions of the same fans at the same time', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, () => world.given.fan({ tickets: 3, votes: 5 })));
    const replies = await Promise.all(
      fans.flatMap((fan) => [
        vote(fan, { num: 10, tickets: 1, votes: 10 }),
        world.call(route, { fan, body: { activityId, idolId: '2', num: 2 } }),
        world.call('POST /activity/api/v1/vote/voteTransfer', { fan, body: { activityId, num: 1 } }),
        vote(fan, { num: 10, tickets: 1, votes: 10, idolId: '3' }),
      ]),
    );
    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 0));
    const wallets = await Promise.all(fans.map(wallet));
    expect(wallets).toEqual(
      wallets.map(() => ({ ...untouched, tickets: 0, votes: 16, freeVotesToday: 0, usedToday: 22, ticketsToday: 3 })),
    );
  });

  it.for([
    ['another number of votes', { num: 9 }],
    ['another idol', { idolId: '2' }],
    ['another conversion', { tickets: 2, votes: 20 }],
  ])('refuses a key that was used for %s, and changes nothing', async ([, change]) => {
    const fan = await world.given.fan({ tickets: 5 });
    const ballot = { num: 10, tickets: 1, votes: 10, key: randomUUID() };
    await vote(fan, ballot);
    const reply = await changesNothing(world, () => vote(fan, { ...ballot, ...(change as object) }));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('refuses a key that was used with tickets for the same vote without them, and the reverse', async () => {
    const fan = await world.given.fan({ tickets: 5, votes: 20 });
    const without = (key: string) => world.call(route, { fan, body: { activityId, idolId: '1', num: 10 }, key });
    const ballot = { num: 10, tickets: 1, votes: 10 };
    const [first, second] = [randomUUID(), randomUUID()];
    await vote(fan, { ...ballot, key: first });
    await without(second);
    for (const repeat of [() => without(first), () => vote(fan, { ...ballot, key: second })]) {
      const reply = await changesNothing(world, repeat);
      expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    }
  });

  it('repeats a vote whose key had converted tickets before it, because that conversion is not its own', async () => {
    const fan = await world.given.fan({ tickets: 1 });
    const key = randomUUID();
    await world.call('POST /activity/api/v1/vote/voteTransfer', { fan, body: { activityId, num: 1 }, key });
    world.clock.advance(1000);
    const cast = () => world.call(route, { fan, body: { activityId, idolId: '1', num: 10 }, key });
    const first = await cast();
    expect(first).toMatchObject({ code: 0, data: { conversion: null } });
    expect((await changesNothing(world, cast)).data.voteId).toBe(first.data.voteId);
  });

  it('refuses a key that was used to convert the same tickets, and changes nothing', async () => {
    const fan = await world.given.fan({ tickets: 5 });
    const key = randomUUID();
    await world.call('POST /activity/api/v1/vote/voteTransfer', { fan, body: { activityId, num: 1 }, key });
    const reply = await changesNothing(world, () => vote(fan, { num: 10, tickets: 1, votes: 10, key }));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });
});
