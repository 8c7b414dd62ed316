import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { givenSongEvent, type TestSongEvent } from '../world/given-song-event.ts';
import { createWorld, type World } from '../world/world.ts';

const songList = 'GET /activity/api/v1/vote/songList';
const oneSong = 'GET /activity/api/v1/vote/song';
const noon = new Date('2026-03-10T04:00:00.000Z');

let world: World;
let event: TestSongEvent;
beforeAll(async () => {
  world = await createWorld({ now: noon });
});
afterAll(() => world[Symbol.asyncDispose]());

const list = async (fan?: TestFan) => (await world.call(songList, { fan, language: 'zh_TW' })).data;

it('is empty as long as there is no event', async () => {
  expect(await list()).toEqual({ event: null, songs: [], mine: null });
  expect(await world.call(oneSong, { query: { songId: 'a' } })).toMatchObject({
    status: 200,
    refusal: 'SONG_NOT_FOUND',
  });
});

it('tells the event on show, how its songs stand, and what the caller has done today', async () => {
  await world.given.election();
  event = await givenSongEvent(world);
  const songId = event.songIds[2] ?? '';
  const fan = await world.given.fan({ votes: 5 });
  await world.call('POST /activity/api/v1/vote/doPreSongVote', { fan, body: { songId } });
  await expect.poll(async () => (await list()).songs[0]?.nominations).toBe(1);
  const seen = await list(fan);
  expect(seen.event).toMatchObject({
    eventId: event.eventId,
    title: 'The songs（中文）',
    state: 'nominating',
    places: 2,
  });
  expect(seen.songs).toHaveLength(4);
  expect(seen.songs[0]).toMatchObject({ songId, nominationRank: 1, isNominated: false, rank: null, votes: 0 });
  expect(seen.mine).toMatchObject({ nominatedToday: [songId], finalVotes: [], votes: 5, leftToday: null });
  expect((await list()).mine).toBeNull();
  const { data } = await world.call(oneSong, { fan, query: { songId } });
  expect(data).toMatchObject({ song: { ...seen.songs[0], title: 'A song', artist: 'A song', story: 'A song' } });
  world.clock.set(new Date(event.nominationsOpenAt.getTime() - 1));
  expect((await list()).event?.state).toBe('scheduled');
  world.clock.set(event.nominationsCloseAt);
  expect((await list()).event).toMatchObject({ state: 'between', nominations: { isFrozen: false } });
});

it('finds a song of an event that is not on show', async () => {
  const later = await givenSongEvent(world, { opensAt: new Date(event.nominationsOpenAt.getTime() + 86_400_000) });
  const songId = later.songIds[0] ?? '';
  const seen = async () => (await world.call(oneSong, { query: { songId } })).data;
  await expect.poll(seen).toMatchObject({ event: { eventId: later.eventId }, song: { songId } });
  expect((await list()).event?.eventId).toBe(event.eventId);
});

it('has a preview for each song, whole and in part, which caches may keep', async () => {
  const url = (await list()).songs[0]?.previewUrl ?? '';
  const whole = await world.app.inject({ url });
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'audio/wav']);
  expect(whole.headers['cache-control']).toContain('immutable');
  const part = await world.app.inject({ url, headers: { range: 'bytes=0-3' } });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
    206,
    'RIFF',
    `bytes 0-3/${whole.rawPayload.length}`,
  ]);
  const beyond = await world.app.inject({ url, headers: { range: 'bytes=9999999-' } });
  expect(beyond.statusCode).toBe(416);
  const known = await world.app.inject({ url, headers: { 'if-none-match': String(whole.headers['etag']) } });
  expect(known.statusCode).toBe(304);
  for (const seed of ['NO', 'no-song-has-this'])
    expect((await world.app.inject({ url: `/art/v1/previews/${seed}.wav` })).statusCode).toBe(404);
});
