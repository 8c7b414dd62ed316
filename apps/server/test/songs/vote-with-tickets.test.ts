import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freezeRounds } from '#/modules/songs/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { activityId, ticketAsset, voteAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenSongEvent, type TestSongEvent } from '../world/given-song-event.ts';
import { createWorld, type World } from '../world/world.ts';

const doSongVote = 'POST /activity/api/v1/vote/doSongVote';
const noon = new Date('2026-03-10T04:00:00.000Z');
const dailyCap = 80;
const priceSteps = [
  { fromTicket: 1, votesPerTicket: 10 },
  { fromTicket: 4, votesPerTicket: 8 },
];

/** Creates a world in which the final of a song event has opened. */
async function worldWithFinal(closesAt: Date): Promise<{ world: World; event: TestSongEvent }> {
  const world = await createWorld({ now: noon });
  await world.given.election({ closesAt, rules: { priceSteps } });
  const event = await givenSongEvent(world, { dailyCap });
  for (const songId of event.songIds.slice(0, 2)) {
    const fan = await world.given.fan();
    await world.call('POST /activity/api/v1/vote/doPreSongVote', { fan, body: { songId }, key: randomUUID() });
  }
  await freezeRounds(world.db, new Date(event.nominationsCloseAt.getTime() + 15_000));
  world.clock.set(event.finalOpensAt);
  return { world, event };
}

let world: World;
let event: TestSongEvent;
let fan: TestFan;
beforeAll(async () => {
  ({ world, event } = await worldWithFinal(new Date('2026-03-20T00:00:00.000Z')));
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan({ tickets: 5 });
});

type Ballot = { num: number; tickets: number; votes: number; key?: string; song?: number; caller?: TestFan };

function vote({ num, tickets, votes, key = randomUUID(), song = 0, caller = fan }: Ballot) {
  const body = { songId: event.songIds[song] ?? 'no-such-song', num, conversion: { tickets, votes } };
  return world.call(doSongVote, { fan: caller, body, key });
}

const wallet = async (caller = fan) => [
  await balanceOf(world, caller, ticketAsset),
  await balanceOf(world, caller, voteAsset),
];
const atOnce = <Reply>(act: (index: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: 40 }, (_, index) => act(index)));

describe('a vote for a song with tickets', () => {
  it('converts them and casts the votes in one call, with one conversion and one record', async () => {
    const caller = await world.given.fan({ tickets: 5, votes: 3 });
    const { data } = await vote({ num: 12, tickets: 1, votes: 10, caller });
    expect(data).toMatchObject({ num: 12, votesLeft: 1, leftToday: 68, conversion: { tickets: 1, votes: 10 } });
    expect(await wallet(caller)).toEqual([4, 1]);
    const conversions = await world.call('GET /activity/api/v1/vote/getVoteTransferRecord', { fan: caller, query: {} });
    expect(conversions.data).toMatchObject({ total: 1, list: [{ tickets: 1, votes: 10 }] });
    const records = await world.call('GET /activity/api/v1/vote/mySongVoteList', { fan: caller, query: {} });
    expect(records.data).toMatchObject({ total: 1, list: [{ num: 12, transferId: data.transferId }] });
    const { rows } = await world.ownerPool.query(
      `SELECT coalesce(sum(direction * amount) FILTER (WHERE u.name = $2), 0)::integer AS votes,
              coalesce(sum(direction * amount) FILTER (WHERE u.name = $3), 0)::integer AS tickets
         FROM ledger.transfer t JOIN ledger.unit u ON u.id = t.unit JOIN fan f ON f.id = t.fan WHERE f.account_id = $1`,
      [caller.accountId, voteAsset, ticketAsset],
    );
    expect(rows, 'the ledger explains both balances').toEqual([{ votes: 1, tickets: 4 }]);
  });

  it('says of a vote without tickets that nothing was converted', async () => {
    const caller = await world.given.fan({ votes: 1 });
    const { data } = await world.call(doSongVote, { fan: caller, body: { songId: event.songIds[0] ?? '', num: 1 } });
    expect(data.conversion).toBeNull();
  });

  it.for([
    ['more tickets than there are', { num: 10, tickets: 6, votes: 54 }, 'INSUFFICIENT_TICKETS'],
    ['another price than today’s', { num: 10, tickets: 4, votes: 40 }, 'CONVERSION_CHANGED'],
    ['more votes than the tickets bring', { num: 20, tickets: 1, votes: 10 }, 'INSUFFICIENT_VOTES'],
    ['more votes than the day allows', { num: 81, tickets: 5, votes: 46 }, 'DAILY_CAP_REACHED'],
    ['a song that was not nominated', { num: 10, tickets: 1, votes: 10, song: 3 }, 'SONG_NOT_NOMINATED'],
    ['a song that there is not', { num: 10, tickets: 1, votes: 10, song: 9 }, 'SONG_NOT_FOUND'],
  ] as const)('is refused for %s, and neither votes nor converts', async ([, ballot, refusal]) => {
    expect((await changesNothing(world, () => vote(ballot))).refusal).toBe(refusal);
  });

  it('is refused before the final opens and once it has closed, and keeps the tickets', async () => {
    const ballot = { num: 10, tickets: 1, votes: 10 };
    world.clock.set(new Date(event.finalOpensAt.getTime() - 1));
    expect((await changesNothing(world, () => vote(ballot))).refusal).toBe('VOTING_NOT_OPEN');
    world.clock.set(event.finalClosesAt);
    expect((await changesNothing(world, () => vote(ballot))).refusal).toBe('VOTING_ENDED');
    world.clock.set(event.finalOpensAt);
  });

  it('is refused once the election has closed, while votes in hand still count', async () => {
    const closesAt = new Date('2026-03-10T06:30:00.000Z');
    const { world: other, event: its } = await worldWithFinal(closesAt);
    await using ended = other;
    const caller = await ended.given.fan({ tickets: 5, votes: 2 });
    ended.clock.set(closesAt);
    const body = { songId: its.songIds[0] ?? '', num: 1 };
    const refused = await changesNothing(ended, () =>
      ended.call(doSongVote, { fan: caller, body: { ...body, conversion: { tickets: 1, votes: 10 } } }),
    );
    expect(refused.refusal).toBe('VOTING_ENDED');
    expect(await ended.call(doSongVote, { fan: caller, body })).toMatchObject({ code: 0, data: { votesLeft: 1 } });
  });
});

describe('at once and again', () => {
  it('answers forty repeats at once and a late one as the first time', async () => {
    const ballot = { num: 12, tickets: 2, votes: 20, key: uuidV7(noon) };
    const replies = await atOnce(() => vote(ballot));
    const late = await changesNothing(world, () => vote(ballot));
    expect(new Set([...replies, late].map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await wallet()).toEqual([3, 8]);
  });

  it('lets forty votes at once use each ticket once, and never more than the day allows', async () => {
    const replies = await atOnce((index) => vote({ num: 10, tickets: 1, votes: 10, song: index % 2 }));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await wallet(), 'the fourth ticket has another price').toEqual([2, 0]);
    const rich = await world.given.fan({ tickets: 50, votes: 75 });
    const capped = await atOnce(() => vote({ num: 26, tickets: 1, votes: 10, caller: rich }));
    expect(capped.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await wallet(rich)).toEqual([47, 27]);
  });

  it('goes along with votes for idols and conversions of the same fans', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, () => world.given.fan({ tickets: 3, votes: 5 })));
    const replies = await Promise.all(
      fans.flatMap((caller) => [
        vote({ num: 10, tickets: 1, votes: 10, caller }),
        world.call('POST /activity/api/v1/vote/doVote', {
          fan: caller,
          body: { activityId, idolId: '1', num: 10, conversion: { tickets: 1, votes: 10 } },
        }),
        world.call('POST /activity/api/v1/vote/voteTransfer', { fan: caller, body: { activityId, num: 1 } }),
        world.call(doSongVote, { fan: caller, body: { songId: event.songIds[1] ?? '', num: 2 } }),
      ]),
    );
    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 0));
    expect(await Promise.all(fans.map(wallet))).toEqual(fans.map(() => [0, 13]));
  });

  it.for([
    ['another number of votes', { num: 9 }],
    ['another song', { song: 1 }],
    ['another conversion', { tickets: 2, votes: 20 }],
  ] as const)('refuses a key that was used for %s, and changes nothing', async ([, change]) => {
    const ballot = { num: 10, tickets: 1, votes: 10, key: randomUUID() };
    await vote(ballot);
    const reply = await changesNothing(world, () => vote({ ...ballot, ...change }));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('refuses a repeat whose answer is forgotten, with the tickets and without, and changes nothing', async () => {
    const ballot = { num: 10, tickets: 1, votes: 10, key: randomUUID() };
    await vote(ballot);
    await world.ownerPool.query('DELETE FROM idempotent_request');
    const body = { songId: event.songIds[0] ?? '', num: 10 };
    for (const repeat of [() => vote(ballot), () => world.call(doSongVote, { fan, body, key: ballot.key })]) {
      const reply = await changesNothing(world, repeat);
      expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    }
  });

  it('refuses a key that was used to convert the same tickets, and changes nothing', async () => {
    const key = randomUUID();
    await world.call('POST /activity/api/v1/vote/voteTransfer', { fan, body: { activityId, num: 1 }, key });
    const reply = await changesNothing(world, () => vote({ num: 10, tickets: 1, votes: 10, key }));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });
});
