import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gauge } from 'prom-client';
import { changesNothing } from '../world/changes-nothing.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenLiveRoom } from '../world/given-live-room.ts';
import { bearer } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';
import { type Answer, endpointOf, exampleCall, routes, sendCall } from './send-call.ts';

const buying = 'POST /activity/api/v1/jplive/ticket/buy';
/** Calls that may change something; a stream or a file only reads. */
const writing = routes.filter((route) => !endpointOf(route).safe);
const ofFans = writing.filter((route) => ['fan', 'optional'].includes(endpointOf(route).auth));

/** Takes locks in another session, until the work is done. */
async function whileLocked<Result>(
  { ownerPool }: World,
  { lock, of }: { readonly lock: string; readonly of?: unknown },
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN');
    await client.query(lock, of === undefined ? [] : [of]);
    return await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Connections of calls that wait for a lock. */
async function connectionsThatWait({ ownerPool }: World): Promise<number> {
  const { rows } = await ownerPool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'lightstick%' AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const waitingInMemory = ['lightstick_calls_waiting', 'lightstick_votes_pending', 'lightstick_grabs_pending'];

/** Calls that wait in memory: for their turn, or in a batch. */
async function callsThatWait({ services }: World): Promise<number> {
  let waiting = 0;
  for (const name of waitingInMemory) {
    const metric = await (services.metrics.registry.getSingleMetric(name) as Gauge).get();
    for (const { value } of metric.values) waiting += value;
  }
  return waiting;
}

/** Waits until each call of a flood has an answer or waits, for a lock or in memory. */
async function untilStill(world: World, answered: () => number, sent: number): Promise<void> {
  await expect
    .poll(async () => answered() + (await connectionsThatWait(world)) + (await callsThatWait(world)))
    .toBeGreaterThanOrEqual(sent);
}

const readOf = async (world: World, fan: TestFan) =>
  (await world.call('POST /wallet/api/v1/userExpand/getReceivedPointRecords', { fan, body: {} })).code;
const voteOf = async (world: World, fan: TestFan) => {
  const body = { activityId, idolId: '1', num: 1 };
  return (await world.call('POST /activity/api/v1/vote/doVote', { fan, body, key: randomUUID() })).code;
};

type Caller = { readonly headers: Readonly<Record<string, string>>; readonly address: string };
let addresses = 0;
/** Returns a new address for each call, so that no rate of an address ends the flood. */
const nextAddress = () => `10.0.${Math.floor((addresses += 1) / 250)}.${(addresses % 250) + 1}`;
const callerOf = (fan: TestFan): Caller => ({ headers: { token: fan.token }, address: nextAddress() });

/** Sends a call many times at once, each time with another key. */
function flood(world: World, route: RouteName, callers: readonly Caller[]) {
  let answered = 0;
  const example = exampleCall(route);
  const answers = Promise.all(
    callers.map(async ({ headers, address }): Promise<Answer> => {
      const key = { 'idempotency-key': randomUUID() };
      const answer = await sendCall(world, route, { ...example, headers: { ...key, ...headers }, address });
      answered += 1;
      return answer;
    }),
  );
  return { answers, answered: () => answered };
}

describe('a flood', () => {
  let world: World;
  let other: TestFan;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election();
    other = await world.given.fan({ votes: 1000 });
    // What the process keeps in memory is there before the database is held up.
    await readOf(world, other);
    await voteOf(world, other);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const row = (table: 'fan' | 'live_room', of: unknown) => ({
    lock: `SELECT FROM ${table} WHERE id = $1 FOR UPDATE`,
    of,
  });
  async function assertOthersGoOn(): Promise<void> {
    expect(await connectionsThatWait(world)).toBeLessThanOrEqual(1);
    expect([await readOf(world, other), await voteOf(world, other)]).toEqual([0, 0]);
  }

  const waited: string[] = [];
  it.each(ofFans)(
    'of one fan waits with one connection, and others read and vote at the same time: %s',
    async (route) => {
      const fan = await world.given.fan({ points: 100 });
      const callers = Array.from({ length: 40 }, () => callerOf(fan));
      const sent = await whileLocked(world, row('fan', fan.id), async () => {
        const { answers, answered } = flood(world, route, callers);
        await untilStill(world, answered, callers.length);
        if (answered() < callers.length) waited.push(route);
        await assertOthersGoOn();
        return { answers };
      });
      for (const { status } of await sent.answers) expect([200, 401, 403, 422, 429]).toContain(status);
    },
  );

  it('is tried with many calls that do wait', () => {
    expect(waited.length).toBeGreaterThan(15);
  });

  it('of sixty fans for twenty seats gets twenty tickets and forty refusals in words', async () => {
    const roomId = await givenLiveRoom(world, { seats: 20 });
    const fans = await Promise.all(Array.from({ length: 60 }, () => world.given.fan({ points: 50 })));
    let answered = 0;
    const buy = async (fan: TestFan) => {
      const reply = await world.call(buying, { fan, body: { roomId }, key: randomUUID() });
      answered += 1;
      return reply;
    };
    const sent = await whileLocked(world, row('live_room', roomId), async () => {
      const replies = Promise.all(fans.map(buy));
      await untilStill(world, () => answered, fans.length);
      await assertOthersGoOn();
      return { replies };
    });
    const replies = await sent.replies;
    expect(replies.filter(({ code, status }) => code === 0 && status === 200)).toHaveLength(20);
    expect(replies.filter(({ refusal, status }) => refusal === 'LIVE_SOLD_OUT' && status === 200)).toHaveLength(40);
  });

  it('gets the first answer to each repeat of a call', async () => {
    const roomId = await givenLiveRoom(world);
    const fan = await world.given.fan({ points: 50 });
    const key = randomUUID();
    const buy = () => world.call(buying, { fan, body: { roomId }, key });
    const [first, ...others] = await Promise.all(Array.from({ length: 40 }, buy));
    expect(first?.data).toMatchObject({ paid: 50, available: 0 });
    for (const { data } of others) expect(data).toEqual(first?.data);
  });

  it('of more than a hundred calls of one fan is refused with a time to return, and changes nothing', async () => {
    const fan = await world.given.fan();
    const roomId = await givenLiveRoom(world);
    const callers = Array.from({ length: 100 }, () => callerOf(fan));
    const sent = await whileLocked(world, row('fan', fan.id), async () => {
      const { answers, answered } = flood(world, buying, callers);
      await untilStill(world, answered, callers.length);
      const body = { roomId, remind: true };
      const refused = await changesNothing(world, () =>
        world.call('POST /activity/api/v1/jplive/remind', { fan, body }),
      );
      expect(refused).toMatchObject({ status: 429, refusal: 'TOO_MANY_REQUESTS' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      return { answers };
    });
    await sent.answers;
  });

  it('does not run what still waits when its client goes away', async () => {
    const fan = await world.given.fan({ points: 200 });
    const { hostname, port } = new URL(await world.listen());
    const rooms = await Promise.all(Array.from({ length: 4 }, () => givenLiveRoom(world)));
    const sockets: Socket[] = [];
    const buyOver = async (roomId: string) => {
      const body = JSON.stringify({ roomId });
      const own = `Token: ${fan.token}\r\nContent-Length: ${body.length}`;
      const head = `Host: here\r\nContent-Type: application/json\r\n${own}`;
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(`${buying} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
      sockets.push(socket);
    };
    await whileLocked(world, row('fan', fan.id), async () => {
      await buyOver(rooms[0] ?? '');
      await expect.poll(() => connectionsThatWait(world)).toBe(1);
      for (const roomId of rooms.slice(1)) await buyOver(roomId);
      await expect.poll(() => callsThatWait(world)).toBe(3);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => callsThatWait(world)).toBe(0);
    });
    await expect.poll(() => world.app.load.inFlight).toBe(0);
    // The first one had begun.
    const { rowCount } = await world.ownerPool.query('SELECT FROM live_ticket WHERE fan_id = $1', [fan.id]);
    expect(rowCount).toBe(1);
  });
});

describe('many callers at once', () => {
  let world: World;
  let other: TestFan;
  let fans: readonly TestFan[];
  let operator: Readonly<Record<string, string>>;
  let lock: string;
  beforeAll(async () => {
    // Without an election no timer writes, so nothing but the calls can wait.
    world = await createWorld();
    fans = await world.given.fans(12);
    other = await world.given.fan();
    operator = bearer(await world.given.operator('editor'));
    await readOf(world, other);
    const { rows } = await world.ownerPool.query<{ tables: string }>(
      `SELECT string_agg(c.oid::regclass::text, ', ') AS tables FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('public', 'ledger') AND c.relkind IN ('r', 'p')
          AND c.relname NOT IN ('rate_limit', 'session', 'sign_in')`,
    );
    lock = `LOCK TABLE ${rows[0]?.tables} IN EXCLUSIVE MODE`;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const callersOf = (route: RouteName): readonly Caller[] =>
    fans.map((fan) =>
      endpointOf(route).auth === 'operator' ? { headers: operator, address: nextAddress() } : callerOf(fan),
    );

  it('change nothing by calls that the contract calls safe', async () => {
    const safe = routes.filter((route) => endpointOf(route).safe && !endpointOf(route).streams);
    expect(safe.length).toBeGreaterThan(90);
    await changesNothing(world, () =>
      Promise.all(
        safe.map((route) => {
          const [caller] = callersOf(route);
          return sendCall(world, route, { ...exampleCall(route), ...caller });
        }),
      ),
    );
  });

  it.each(writing)('leave connections for readers, for any reason of the wait: %s', async (route) => {
    const sent = await whileLocked(world, { lock }, async () => {
      const { answers, answered } = flood(world, route, callersOf(route));
      await untilStill(world, answered, fans.length);
      // A quarter of the pool's connections for one call, and the two of votes.
      expect(await connectionsThatWait(world)).toBeLessThanOrEqual(Math.floor(world.pool.options.max / 4) + 2);
      expect(await readOf(world, other)).toBe(0);
      return { answers };
    });
    await sent.answers;
  });
});
