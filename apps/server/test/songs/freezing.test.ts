import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freezeRounds } from '#/modules/songs/index.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenSongEvent, type TestSongEvent } from '../world/given-song-event.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
/** The class of the advisory locks under which votes and freezing take turns. */
const turnLock = 7703;

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

const songId = () => event.songIds[2] ?? '';
const nominate = () =>
  world.call('POST /activity/api/v1/vote/doPreSongVote', { fan, body: { songId: songId() }, key: randomUUID() });
const freeze = () => freezeRounds(world.db, new Date(event.nominationsCloseAt.getTime() + 15_000));
const nominationsInResult = async () => {
  const { rows } = await world.ownerPool.query(
    `SELECT votes::integer FROM song_result WHERE round = 'nominations' AND song_id = $1`,
    [songId()],
  );
  return rows.map(({ votes }) => votes as number);
};
const untilFreezingWaits = () =>
  expect
    .poll(async () => {
      const { rowCount } = await world.ownerPool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [turnLock],
      );
      return rowCount;
    })
    .toBe(1);

describe('freezing a round', () => {
  it('waits for a vote that is under way, and counts it', async () => {
    const rival = await world.ownerPool.connect();
    let voting: ReturnType<typeof nominate>;
    let freezing: ReturnType<typeof freeze>;
    try {
      await rival.query('BEGIN');
      await rival.query('LOCK TABLE song_nomination_shard IN SHARE ROW EXCLUSIVE MODE');
      voting = nominate();
      await waitForLockWaiter(world);
      freezing = freeze();
      await untilFreezingWaits();
      expect(await nominationsInResult()).toEqual([]);
    } finally {
      await rival.query('ROLLBACK');
      rival.release();
    }
    expect(await voting).toMatchObject({ code: 0 });
    await freezing;
    expect(await nominationsInResult()).toEqual([1]);
  });

  it('leaves nothing that the application could change, or add to', async () => {
    await nominate();
    await freeze();
    for (const attempt of [
      'UPDATE song_nomination SET nominated_at = now()',
      'DELETE FROM song_nomination',
      'UPDATE song_vote SET votes = 2',
      'DELETE FROM song_vote',
      'UPDATE song_result SET rank = rank + 9',
      'DELETE FROM song_result',
      'DELETE FROM song_finalist',
      'UPDATE song_event SET final_closes_at = now()',
      'DELETE FROM song_event',
      'DELETE FROM song',
      'UPDATE song SET position = 0',
    ])
      await expect(world.pool.query(attempt)).rejects.toThrow('permission denied');
    const { eventId } = event;
    for (const attempt of [
      `UPDATE song_event SET nominations_frozen_at = now() WHERE id = '${eventId}'`,
      `UPDATE song_event SET nominations_frozen_at = NULL WHERE id = '${eventId}'`,
      `INSERT INTO song_nomination (fan_id, event_id, song_id, day, nominated_at)
       VALUES (${fan.id}, '${eventId}', '${event.songIds[0]}', '2026-03-10', now())`,
      `INSERT INTO song_finalist (event_id, song_id) VALUES ('${eventId}', '${event.songIds[3]}')`,
      `INSERT INTO song_result (event_id, round, song_id, votes, rank) VALUES ('${eventId}', 'nominations', 'x', 1, 9)`,
    ])
      await expect(world.ownerPool.query(attempt)).rejects.toThrow('frozen');
  });
});
