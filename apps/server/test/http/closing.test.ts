import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { closeIdleConnectionsWhenClosing } from '#/http/graceful-close.ts';

describe('a server that closes', () => {
  it.each([
    ['a head', 'GET /probe HTTP/1.1\r\nhost: probe\r\n'],
    ['a body', 'POST /probe HTTP/1.1\r\nhost: probe\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf'],
  ])('gives up %s that does not come in whole, and answers who is at work', async (_what, half) => {
    const server = fastify();
    closeIdleConnectionsWhenClosing(server, 100);
    const [arrived, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.post('/probe', () => 'never');
    server.get('/held', async () => {
      arrived.resolve();
      await letGo.promise;
      return 'answered';
    });
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const held = fetch(`${address}/held`).then((reply) => reply.text());
    await arrived.promise;
    const taken = once(server.server, 'connection') as Promise<[Socket]>;
    const slow = connect(Number(new URL(address).port), '127.0.0.1');
    const closed = once(slow, 'close');
    const [socket] = await taken;
    slow.write(half);
    await expect.poll(() => socket.bytesRead).toBe(half.length);
    const closing = server.close();
    await closed;
    letGo.resolve();
    expect(await held).toBe('answered');
    await closing;
  });
});
