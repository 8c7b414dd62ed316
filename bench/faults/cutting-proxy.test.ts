import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';

describe('the cutting proxy', () => {
  let echo: Server;
  let proxy: CuttingProxy;
  const ofServer = new Set<Socket>();

  beforeEach(async () => {
    echo = createServer((socket) => {
      ofServer.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => ofServer.delete(socket));
      socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const { port } = echo.address() as { port: number };
    proxy = await startCuttingProxy({ host: '127.0.0.1', port });
  });
  afterEach(async () => {
    await proxy[Symbol.asyncDispose]();
    for (const socket of ofServer) socket.destroy();
    echo.close();
  });

  async function call(): Promise<Socket> {
    const socket = createConnection({ host: '127.0.0.1', port: proxy.port });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  it('passes everything on as long as nothing is to be harmed', async () => {
    const socket = await call();
    expect(await say(socket, 1_000_000)).toBe(1_000_000);
    expect(proxy.harmed()).toEqual({ asking: 0, answering: 0 });
    socket.destroy();
  });

  it('cuts open lines and new ones in the middle, in either direction, and leaves no side of them open', async () => {
    const open = await Promise.all(Array.from({ length: 10 }, () => call()));
    proxy.harmLines('cut', randomFromSeed('a', 'cuts'));
    const others = await Promise.all(Array.from({ length: 10 }, () => call()));
    const heard = await Promise.all([...open, ...others].map((socket) => say(socket, 100_000)));
    expect(heard.every((bytes) => bytes < 32_768)).toBe(true);
    expect(heard.some((bytes) => bytes > 0)).toBe(true);
    const { asking, answering } = proxy.harmed();
    expect(asking + answering).toBe(20);
    expect(Math.min(asking, answering)).toBeGreaterThan(0);
    while (ofServer.size > 0) await sleep(5);
  });

  it('lets lines be once they are to be spared, and those that had gone silent stay silent', async () => {
    const silent = await call();
    proxy.harmLines('silence', randomFromSeed('b', 'silence'));
    let heard = 0;
    silent.on('data', (chunk) => (heard += chunk.length));
    silent.write(Buffer.alloc(100_000, 1));
    while (proxy.harmed().asking + proxy.harmed().answering === 0) await sleep(5);
    proxy.spareLines();

    const spared = await call();
    expect(await say(spared, 100_000)).toBe(100_000);
    expect(heard).toBeLessThan(32_768);
    expect(silent.closed).toBe(false);
    silent.destroy();
    spared.destroy();
  });
});

/** Sends this many bytes and collects the echo until it is complete or the connection ends. */
async function say(socket: Socket, bytes: number): Promise<number> {
  let heard = 0;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  socket.on('data', (chunk) => {
    heard += chunk.length;
    if (heard === bytes) resolve();
  });
  socket.on('close', () => resolve());
  socket.write(Buffer.alloc(bytes, 1));
  await over;
  return heard;
}
