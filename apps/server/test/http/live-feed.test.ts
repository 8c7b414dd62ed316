import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Contract, DataOf } from '@lightstick/contract';
import { serveLiveFeed } from '#/http/live-feed.ts';
import { createLog } from '#/log.ts';
import { readEvents } from '../world/read-events.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'GET /activity/api/v1/packet/stream';
type News = DataOf<Contract[typeof route]>;

const everyMs = 1000;
const newsOf = (left: number): News => ({
  packets: [{ packetId: 'p', state: 'open', left, soldOutAt: null }],
  campaigns: [],
});

let world: World;
let address: string;
let left: number;
let reads: number;
let isBroken: boolean;
let logged: string[];
beforeAll(async () => {
  world = await createWorld({
    stands: true,
    now: new Date('2026-03-10T04:00:00.000Z'),
    extend: (server) => {
      const log = createLog('warn', { write: (line) => logged.push(line) });
      // Below a prefix, because the server has the route itself.
      void server.register(
        async (probe) =>
          serveLiveFeed(
            probe,
            route,
            { clock: server.services.clock, log },
            {
              name: 'The probe',
              everyMs,
              read: async () => {
                reads += 1;
                if (isBroken) throw new Error('No reading');
                return newsOf(left);
              },
              changes: (before, after) => (before.packets[0]?.left === after.packets[0]?.left ? undefined : after),
            },
          ),
        { prefix: '/probe' },
      );
    },
  });
  address = await world.listen();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  [left, reads, isBroken, logged] = [10, 0, false, []];
});

async function listen() {
  const leaving = new AbortController();
  const reply = await fetch(`${address}/probe${route.slice('GET '.length)}`, { signal: leaving.signal });
  const events = readEvents(reply.body as ReadableStream<Uint8Array>);
  return {
    async next() {
      const { value } = await events.next();
      if (!value) throw new Error('The stream ended');
      return { id: value.id, left: (value.data as News).packets[0]?.left };
    },
    [Symbol.asyncDispose]: async () => {
      leaving.abort();
      await events.return(undefined).catch(() => undefined);
    },
  };
}

it('A newcomer gets the whole, and everyone each change once; the same news have the same id.', async () => {
  await using early = await listen();
  const first = await early.next();
  expect(first.left).toBe(10);
  await world.time.advance(2 * everyMs);
  left = 9;
  await world.time.advance(everyMs);
  const second = await early.next();
  expect(second).toMatchObject({ left: 9 });
  await using late = await listen();
  expect(await late.next()).toEqual(second);
  left = 10;
  await world.time.advance(everyMs);
  expect([await early.next(), await late.next()]).toEqual([first, first]);
});

it('A change that a newcomer brings reaches those who were there before.', async () => {
  await using early = await listen();
  await early.next();
  left = 8;
  await using late = await listen();
  expect(await late.next()).toMatchObject({ left: 8 });
  expect(await early.next()).toMatchObject({ left: 8 });
});

it('Nothing is read without a listener.', async () => {
  await expect.poll(() => world.app.streams.size).toBe(0);
  reads = 0;
  await world.time.advance(3 * everyMs);
  expect(reads).toBe(0);
});

it('A reading that fails is logged, and the next one goes on.', async () => {
  await using stream = await listen();
  await stream.next();
  isBroken = true;
  await world.time.advance(everyMs);
  await expect.poll(() => logged.join('')).toContain('The probe could not be read');
  [isBroken, left] = [false, 7];
  await world.time.advance(everyMs);
  expect(await stream.next()).toMatchObject({ left: 7 });
});
