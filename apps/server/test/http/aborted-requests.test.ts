import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serve } from '#/http/handle.ts';
import { createWorld, type World } from '../world/world.ts';

const endpoint = { summary: '', auth: 'public', data: z.object({}), errors: [] } as const;
const bodyHeaders = 'Host: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

/** Sends the beginning of a request, as it goes over the wire. */
async function begin(address: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Goes away, and waits until the server has noticed. */
async function leave(world: World, socket: Socket): Promise<void> {
  socket.destroy();
  const { server } = world.app;
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
}

describe('a caller who goes away', () => {
  it('is counted as load until the work is done, and no longer', async () => {
    const arrived = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    await using world = await createWorld({
      extend: (server) =>
        serve(server, 'GET /probe', endpoint, async () => {
          arrived.resolve();
          await letGo.promise;
          return {};
        }),
    });
    const socket = await begin(await world.listen(), 'GET /probe HTTP/1.1\r\nHost: here\r\n\r\n');
    await arrived.promise;
    await leave(world, socket);
    expect(world.app.load.inFlight).toBe(1);
    letGo.resolve();
    await expect.poll(() => world.app.load.inFlight).toBe(0);
  });

  it('in the middle of a body counts neither as load nor as a bug of the server', async () => {
    const lines: string[] = [];
    await using world = await createWorld({ onLogLine: (line) => lines.push(line) });
    const arrived = new Promise((resolve) => {
      world.app.server.once('request', resolve);
    });
    const path = '/wallet/api/v1/user/getPublicKey';
    const socket = await begin(await world.listen(), `POST ${path} HTTP/1.1\r\n${bodyHeaders}{"`);
    await arrived;
    expect(world.app.load.inFlight).toBe(0);
    await leave(world, socket);
    expect(world.app.load.inFlight).toBe(0);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('before the first ranking was read leaves no stream behind', async () => {
    await using world = await createWorld();
    const { activityId } = await world.given.election();
    const address = await world.listen();
    const owner = await world.ownerPool.connect();
    await owner.query('BEGIN; LOCK TABLE ledger.pool_shard IN ACCESS EXCLUSIVE MODE');
    const path = `/activity/api/v1/vote/stream?activityId=${activityId}`;
    const socket = await begin(address, `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
    await expect.poll(() => world.app.load.inFlight).toBe(1);
    await leave(world, socket);
    await owner.query('COMMIT');
    owner.release();
    await expect.poll(() => world.app.load.inFlight).toBe(0);
    expect(world.app.streams.size).toBe(0);
  });
});
