import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serve } from '#/http/handle.ts';
import { createWorld } from '../world/world.ts';

const endpoint = { summary: '', auth: 'public', data: z.object({ done: z.boolean() }), errors: [] } as const;

/** Begins a call that stays in flight until it is released. */
function heldCall() {
  const arrived = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  return {
    arrived: arrived.promise,
    letGo: () => letGo.resolve(),
    handler: async () => {
      arrived.resolve();
      await letGo.promise;
      return { done: true };
    },
  };
}

describe('shutting down', () => {
  it('finishes accepted calls before it closes what they need', async () => {
    const held = heldCall();
    const order: string[] = [];
    await using world = await createWorld({
      extend(server) {
        serve(server, 'GET /probe', endpoint, async () => {
          const data = await held.handler();
          order.push('handled');
          return data;
        });
        server.addHook('onClose', () => void order.push('queues drained'));
      },
    });
    const address = await world.listen();
    const answer = fetch(`${address}/probe`).then((reply) => reply.json());
    await held.arrived;
    const closing = world.app.close();
    // A server that still listened would answer this; one that does not refuses the connection.
    await expect
      .poll(() =>
        fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    expect(order).toEqual([]);
    held.letGo();
    expect(await answer).toMatchObject({ code: 0, data: { done: true } });
    await closing;
    expect(order).toEqual(['handled', 'queues drained']);
  });

  it('does not wait for a connection that a browser has opened ahead of need', async () => {
    await using world = await createWorld();
    const { hostname, port } = new URL(await world.listen());
    const taken = once(world.app.server, 'connection');
    const unused = connect(Number(port), hostname);
    await taken;
    const closed = once(unused, 'close');
    await world.app.close();
    await closed;
    expect(unused.destroyed).toBe(true);
  });

  it('ends streams politely, so that listeners come back to another replica', async () => {
    await using world = await createWorld();
    const election = await world.given.election();
    const address = await world.listen();
    const reply = await fetch(`${address}/activity/api/v1/vote/stream?activityId=${election.activityId}`);
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const text = reply.text();
    await world.app.close();
    expect(await text).toMatch(/^retry: \d+\n\nid: [\da-f]+-\d+\ndata: \{.*\}\n\n$/s);
  });

  it('says at /readyz that no more fans should come, while it still serves', async () => {
    await using world = await createWorld();
    world.services.health.beginShutdown();
    const reply = await world.app.inject('/readyz');
    expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'not ready', failing: ['shutting down'] }]);
    expect((await world.app.inject('/config')).statusCode).toBe(200);
  });
});

describe('too much load', () => {
  it('is refused with 503 and a time to return, and does not count against fans who are in', async () => {
    const held = heldCall();
    await using world = await createWorld({
      environment: { MAX_IN_FLIGHT: '1' },
      extend: (server) => serve(server, 'GET /probe', endpoint, held.handler),
    });
    const first = world.app.inject('/probe');
    await held.arrived;
    const second = await world.app.inject('/config');
    expect(second.statusCode).toBe(503);
    expect(second.headers['retry-after']).toBe('2');
    expect(second.json()).toMatchObject({ code: 9007, data: null });
    expect((await world.app.inject('/healthz')).statusCode).toBe(200);
    held.letGo();
    expect((await first).json()).toMatchObject({ code: 0 });
    expect((await world.app.inject('/config')).statusCode).toBe(200);
  });

  it("of one fan is refused with 429 before it becomes everybody's", async () => {
    const held = heldCall();
    await using world = await createWorld({
      extend: (server) => serve(server, 'POST /probe', { ...endpoint, auth: 'fan' }, held.handler),
    });
    const [busy, other] = [await world.given.fan(), await world.given.fan()];
    const ask = ({ token }: { token: string }) =>
      world.app.inject({ method: 'POST', url: '/probe', headers: { token } });
    const replies = Array.from({ length: 101 }, () => ask(busy));
    const refused = await Promise.any(replies);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    const others = ask(other);
    held.letGo();
    expect((await others).statusCode).toBe(200);
    const statuses = (await Promise.all(replies)).map((reply) => reply.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect((await ask(busy)).statusCode).toBe(200);
  });

  it('is not counted for listeners to a stream, nor for addresses that cannot be read', async () => {
    await using world = await createWorld();
    const election = await world.given.election();
    const address = await world.listen();
    const reply = await fetch(`${address}/activity/api/v1/vote/stream?activityId=${election.activityId}`);
    expect(world.app.load.inFlight).toBe(0);
    await reply.body?.cancel();
    await expect.poll(() => world.app.streams.size).toBe(0);
    expect((await world.app.inject('/%')).statusCode).toBe(400);
    expect(world.app.load.inFlight).toBe(0);
  });
});
