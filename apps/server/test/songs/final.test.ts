import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freezeRounds } from '#/modules/songs/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { voteAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenSongEvent, type TestSongEvent } from '../world/given-song-event.ts';
import { createWorld, type World } from '../world/world.ts';

const doSongVote = 'POST /activity/api/v1/vote/doSongVote';
const doPreSongVote = 'POST /activity/api/v1/vote/doPreSongVote';
const songList = 'GET /activity/api/v1/vote/songList';
const mySongVoteList = 'GET /activity/api/v1/vote/mySongVoteList';
const noon = new Date('2026-03-10T04:00:00.000Z');
const graceMs = 15_000;

let world: World;
let event: TestSongEvent;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  // Open throughout this file: a timer settles an ended election, also while a refused call runs.
  await world.given.election({ closesAt: new Date('2026-03-20T00:00:00.000Z') });
  event = await givenSongEvent(world, { dailyCap: 50 });
  for (const songId of [song(1), song(2)]) {
    await world.call(doPreSongVote, { fan: await world.given.fan(), body: { songId }, key: randomUUID() });
  }
  await freezeRounds(world.db, new Date(event.nominationsCloseAt.getTime() + graceMs));
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(event.finalOpensAt);
  fan = await world.given.fan({ votes: 20 });
});

function song(index: number): string {
  return event.songIds[index] ?? '';
}
type Options = { readonly songId?: string; readonly key?: string; readonly caller?: TestFan };
const vote = (num = 1, { songId = song(1), key = randomUUID(), caller = fan }: Options = {}) =>
  world.call(doSongVote, { fan: caller, body: { songId, num }, key });
const atOnce = (count: number, act: (index: number) => ReturnType<typeof vote>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const votesOf = async (songId: string) => {
  const { rows } = await world.ownerPool.query(
    'SELECT coalesce(sum(votes), 0)::integer AS votes FROM song_vote WHERE song_id = $1',
    [songId],
  );
  return rows[0].votes as number;
};

describe('voting for a song in the final', () => {
  it('is paid in votes of the election, and tells the count, the place and what is left', async () => {
    const before = await votesOf(song(1));
    expect(await vote(7)).toMatchObject({
      code: 0,
      data: { songId: song(1), num: 7, votesLeft: 13, leftToday: 43, songVotes: before + 7, rank: 1 },
    });
    expect(await vote(2, { songId: song(2) })).toMatchObject({ data: { votesLeft: 11, leftToday: 41, rank: 2 } });
    expect(await balanceOf(world, fan, voteAsset)).toBe(11);
  });

  it.each<[string, () => Parameters<typeof vote>, string]>([
    ['more votes than there are', () => [21], 'INSUFFICIENT_VOTES'],
    ['a song that was not nominated', () => [1, { songId: song(3) }], 'SONG_NOT_NOMINATED'],
    ['a song that there is not', () => [1, { songId: 'no-such-song' }], 'SONG_NOT_FOUND'],
    ['more than the day allows', () => [51], 'DAILY_CAP_REACHED'],
  ])('is refused for %s and changes nothing', async (_, asked, refusal) => {
    expect(await changesNothing(world, () => vote(...asked()))).toMatchObject({ status: 200, refusal });
  });

  it('is refused when it is unreadable or anonymous, and outside the window to the millisecond', async () => {
    for (const num of [0, -1, 1.5, 1_000_001]) expect((await changesNothing(world, () => vote(num))).status).toBe(422);
    expect(await world.call(doSongVote, { body: { songId: song(1), num: 1 } })).toMatchObject({ status: 401 });
    world.clock.set(new Date(event.finalOpensAt.getTime() - 1));
    expect((await changesNothing(world, () => vote())).refusal).toBe('VOTING_NOT_OPEN');
    world.clock.set(new Date(event.finalClosesAt.getTime() - 1));
    expect(await vote()).toMatchObject({ code: 0 });
    world.clock.set(event.finalClosesAt);
    expect((await changesNothing(world, () => vote())).refusal).toBe('VOTING_ENDED');
  });

  it('restarts the day’s limit at midnight in the event’s time zone', async () => {
    const rich = await world.given.fan({ votes: 200 });
    expect(await vote(50, { caller: rich })).toMatchObject({ data: { leftToday: 0 } });
    await world.ownerPool.query(`UPDATE song_event SET time_zone = 'Asia/Tokyo', final_closes_at = $1 WHERE id = $2`, [
      new Date('2026-03-12T00:00:00.000Z'),
      event.eventId,
    ]);
    world.clock.set(new Date('2026-03-10T14:59:59.999Z'));
    expect(await vote(1, { caller: rich })).toMatchObject({ refusal: 'DAILY_CAP_REACHED' });
    world.clock.advance(1);
    expect(await vote(1, { caller: rich })).toMatchObject({ data: { leftToday: 49 } });
  });

  it('answers a replay with the first answer and counts once', async () => {
    const key = uuidV7(noon);
    const first = await vote(2, { key });
    const replay = await changesNothing(world, () => vote(2, { key }));
    expect(replay).toMatchObject({ code: 0, data: first.data });
    const other = await changesNothing(world, () => vote(3, { key }));
    expect(other).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('never spends more than there is or the day allows, and counts each of forty fans at once', async () => {
    const replies = await atOnce(40, (index) => vote(3, { songId: song(1 + (index % 2)) }));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(6);
    expect(replies.filter(({ refusal }) => refusal === 'INSUFFICIENT_VOTES')).toHaveLength(34);
    const rich = await world.given.fan({ votes: 200 });
    const capped = await atOnce(40, () => vote(3, { caller: rich }));
    expect(capped.filter(({ code }) => code === 0)).toHaveLength(16);
    expect(await balanceOf(world, rich, voteAsset)).toBe(152);
    const before = await votesOf(song(2));
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ votes: 2 })));
    const theirs = await atOnce(40, (index) => vote(2, { songId: song(2), caller: fans[index] as TestFan }));
    expect(theirs.map(({ code }) => code)).toEqual(Array.from({ length: 40 }, () => 0));
    expect(await votesOf(song(2))).toBe(before + 80);
  });
});

describe('what a fan did', () => {
  it('is newest first, in pages and by round, and in the copy of their data', async () => {
    await vote(1);
    world.clock.advance(1000);
    await vote(2, { songId: song(2) });
    const read = async (query: object) => (await world.call(mySongVoteList, { fan, query, language: 'zh_TW' })).data;
    const all = await read({});
    expect(all).toMatchObject({
      total: 2,
      list: [{ round: 'final', num: 2, title: 'A song（中文）' }, { num: 1 }],
    });
    expect(await read({ pageNum: 2, pageSize: 1 })).toMatchObject({ total: 2, list: [{ num: 1 }] });
    expect(await read({ round: 'nominations' })).toMatchObject({ total: 0, list: [] });
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {}, language: 'zh_TW' });
    expect(copy.data.songVotes).toEqual({ total: 2, rows: all.list });
    expect(copy.data.transfers.rows).toContainEqual(
      expect.objectContaining({ transferId: all.list[0]?.transferId, amount: -2, reason: 'song_vote' }),
    );
  });
});

describe('when the final is over', () => {
  it('its order is frozen and told, and nothing counts any more', async () => {
    await vote(9, { songId: song(2) });
    const { rows } = await world.ownerPool.query('SELECT final_closes_at FROM song_event WHERE id = $1', [
      event.eventId,
    ]);
    const closesAt = rows[0].final_closes_at as Date;
    const list = async () => (await world.call(songList)).data;
    world.clock.set(closesAt);
    expect((await list()).event?.state).toBe('counting');
    await Promise.all(Array.from({ length: 8 }, () => freezeRounds(world.db, new Date(closesAt.getTime() + graceMs))));
    await expect.poll(async () => (await list()).event?.state).toBe('ended');
    const [first, second] = (await list()).songs;
    expect([first?.rank, second?.rank]).toEqual([1, 2]);
    expect(first?.votes).toBe(await votesOf(first?.songId ?? ''));
    world.clock.set(event.finalOpensAt);
    expect((await changesNothing(world, () => vote())).refusal).toBe('VOTING_ENDED');
  });
});
