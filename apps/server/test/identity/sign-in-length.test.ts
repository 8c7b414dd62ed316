import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInValidMs } from '#/modules/identity/cookies.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Writes a sign-in as a database session of New York does, where a day has 23 hours in March and 25 in November. */
async function writeInNewYork(begunAt: Date, lastsMs: number): Promise<void> {
  const fan = await world.given.fan();
  const session = await world.ownerPool.connect();
  try {
    await session.query(`SET TIME ZONE 'America/New_York'`);
    await session.query(
      'INSERT INTO sign_in (id, fan_id, begun_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $3, $4)',
      [randomUUID(), fan.id, begunAt, new Date(begunAt.getTime() + lastsMs)],
    );
  } finally {
    session.release(true);
  }
}

it.each(['2027-01-15T12:00Z', '2027-09-15T12:00Z'])(
  'A sign-in of %s lasts for 180 times 24 hours and no longer, in any time zone of the database.',
  async (begun) => {
    const begunAt = new Date(begun);
    await writeInNewYork(begunAt, signInValidMs);
    await expect(writeInNewYork(begunAt, signInValidMs + 1)).rejects.toThrow('violates check constraint');
  },
);
