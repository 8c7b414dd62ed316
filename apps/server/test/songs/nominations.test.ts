import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freezeRounds } from '#/modules/songs/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenSongEvent, type TestSongEvent } from '../world/given-song-event.ts';
import { createWorld, type World } from '../world/world.ts';

const doPreSongVote = 'POST /activity/api/v1/vote/doPreSongVote';
const noon = new Date('2026-03-10T04:00:00.000Z');
const secondMs = 1000;

let world: World;
let event: TestSongEvent;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  event = await givenSongEvent(world);
  fan = await world.given.fan();
});

type Options = { readonly caller?: TestFan; readonly key?: string };
const nominate = (songId: string | undefined, { caller = fan, key = randomUUID() }: Options = {}) =>
  world.call(doPreSongVote, { fan: caller, body: { songId: songId ?? '' }, key });
const song = (index: number) => event.songIds[index];
const atMs = (at: Date, laterMs: number) => world.clock.set(new Date(at.getTime() + laterMs));

describe('nominating a song', () => {
  it('counts once a day for each fan and song, and tells the count and the place', async () => {
    expect(await nominate(song(1))).toMatchObject({
      code: 0,
      data: {
        songId: song(1),
        nominations: 1,
        rank: 1,
        nominatedAt: noon.toISOString(),
        resetsAt: '2026-03-10T16:00:00.000Z',
      },
    });
    const again = await changesNothing(world, () => nominate(song(1)));
    expect(again).toMatchObject({ status: 200, refusal: 'SONG_NOMINATED_TODAY' });
    world.clock.advance(1);
    expect(await nominate(song(0))).toMatchObject({ data: { nominations: 1, rank: 2 } });
    expect(await nominate(song(0), { caller: await world.given.fan() })).toMatchObject({
      data: { nominations: 2, rank: 1 },
    });
  });

  it('is refused when there is no such song, anonymously, and outside the window to the millisecond', async () => {
    const refusalOf = async (songId: string | undefined) =>
      (await changesNothing(world, () => nominate(songId))).refusal;
    expect(await refusalOf('no-such-song')).toBe('SONG_NOT_FOUND');
    expect(await world.call(doPreSongVote, { body: { songId: song(0) ?? '' } })).toMatchObject({ status: 401 });
    atMs(event.nominationsOpenAt, -1);
    expect(await refusalOf(song(0))).toBe('NOMINATIONS_NOT_OPEN');
    atMs(event.nominationsOpenAt, 0);
    expect(await nominate(song(0))).toMatchObject({ code: 0 });
    atMs(event.nominationsCloseAt, -1);
    expect(await nominate(song(1))).toMatchObject({ code: 0 });
    atMs(event.nominationsCloseAt, 0);
    expect(await refusalOf(song(2))).toBe('NOMINATIONS_ENDED');
  });

  it('restarts at midnight in the event’s own time zone', async () => {
    // Midnight in New York is at noon in Taipei, so that no round of the other events is over meanwhile.
    atMs(noon, -1);
    event = await givenSongEvent(world, { timeZone: 'America/New_York' });
    expect(await nominate(song(0))).toMatchObject({ data: { resetsAt: '2026-03-10T04:00:00.000Z' } });
    expect(await nominate(song(0))).toMatchObject({ refusal: 'SONG_NOMINATED_TODAY' });
    world.clock.advance(1);
    expect(await nominate(song(0))).toMatchObject({ data: { nominations: 2, resetsAt: '2026-03-11T04:00:00.000Z' } });
  });

  it('answers a replay with the first answer, and another song under the same key with a conflict', async () => {
    const key = uuidV7(noon);
    const first = await nominate(song(0), { key });
    const replay = await changesNothing(world, () => nominate(song(0), { key }));
    expect(replay).toMatchObject({ code: 0, data: first.data });
    const other = await changesNothing(world, () => nominate(song(1), { key }));
    expect(other).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('counts one of forty of one fan at once, and each of forty fans', async () => {
    const mine = await Promise.all(Array.from({ length: 40 }, () => nominate(song(0))));
    expect(mine.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(mine.filter(({ refusal }) => refusal === 'SONG_NOMINATED_TODAY')).toHaveLength(39);
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan()));
    const theirs = await Promise.all(fans.map((caller) => nominate(song(0), { caller })));
    expect(theirs.map(({ code }) => code)).toEqual(Array.from({ length: 40 }, () => 0));
    expect(await nominate(song(0), { caller: await world.given.fan() })).toMatchObject({ data: { nominations: 42 } });
  });
});

describe('when nominations are over', () => {
  it('the first are frozen once, after the grace, by any number of servers; the earlier of equals first', async () => {
    await nominate(song(3));
    world.clock.advance(secondMs);
    await nominate(song(2));
    world.clock.advance(secondMs);
    await nominate(song(0));
    await nominate(song(0), { caller: await world.given.fan() });

    const early = new Date(event.nominationsCloseAt.getTime() + 14_999);
    const due = new Date(event.nominationsCloseAt.getTime() + 15_000);
    const results = async () => {
      const { rows } = await world.ownerPool.query<{ song_id: string }>(
        `SELECT song_id FROM song_result WHERE event_id = $1 AND round = 'nominations' ORDER BY rank`,
        [event.eventId],
      );
      return rows.map((row) => row.song_id);
    };
    await freezeRounds(world.db, early);
    expect(await results()).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => freezeRounds(world.db, due)));
    expect(await results()).toEqual([song(0), song(3), song(2), song(1)]);
    const { rows } = await world.ownerPool.query('SELECT song_id FROM song_finalist WHERE event_id = $1', [
      event.eventId,
    ]);
    expect(new Set(rows.map((row) => row.song_id))).toEqual(new Set([song(0), song(3)]));

    // One that was received in time and comes after the grace is too late: the order stands.
    atMs(event.nominationsCloseAt, -1);
    const late = await changesNothing(world, () => nominate(song(1)));
    expect(late.refusal).toBe('NOMINATIONS_ENDED');
  });
});
