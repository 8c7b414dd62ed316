import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld } from '../world/world.ts';

const path = '/wallet/api/v1/userExpand/uploadAvatar';

/** Uploads that have begun. They are given up before the server is closed, which would wait for them. */
function uploadsTo(address: string) {
  const sockets: Socket[] = [];
  return {
    /** Sends the head of an upload, and only the beginning of its form. */
    async begin(fan: TestFan, length: number): Promise<Socket> {
      const { hostname, port } = new URL(address);
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.setEncoding('utf8');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: here\r\nToken: ${fan.token}\r\nContent-Length: ${length}\r\n` +
          'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
      );
      return socket;
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The status that a socket is answered with. */
async function statusOn(socket: Socket): Promise<string> {
  const [text] = (await once(socket, 'data')) as [string];
  return text.slice('HTTP/1.1 '.length).slice(0, 3);
}

/** How many requests have been taken and are not answered. */
const inFlight = (world: Awaited<ReturnType<typeof createWorld>>) => expect.poll(() => world.app.load.inFlight);

describe('an upload', () => {
  it('that says that it is too large is refused before it is sent', async () => {
    await using world = await createWorld();
    using uploads = uploadsTo(await world.listen());
    const socket = await uploads.begin(await world.given.fan(), 50_000_000);
    const [text] = (await once(socket, 'data')) as [string];
    expect(text).toContain('The picture is over 5 MB.');
  });

  it('is one of four of a fan that are still on their way; the next is refused before it is read', async () => {
    await using world = await createWorld();
    using uploads = uploadsTo(await world.listen());
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    const first = await uploads.begin(fan, 1000);
    for (let n = 1; n < 4; n += 1) await uploads.begin(fan, 1000);
    await inFlight(world).toBe(4);
    expect(await statusOn(await uploads.begin(fan, 1000))).toBe('429');
    await uploads.begin(other, 1000);
    await inFlight(world).toBe(5);

    first.destroy();
    await inFlight(world).toBe(4);
    await uploads.begin(fan, 1000);
    await inFlight(world).toBe(5);
  });

  it('is one of twenty of all fans; the next is refused before it is read', async () => {
    await using world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '10' } });
    using uploads = uploadsTo(await world.listen());
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    const first = await uploads.begin(fan, 1000);
    for (let n = 1; n < 20; n += 1) await uploads.begin(fan, 1000);
    await inFlight(world).toBe(20);
    expect(await statusOn(await uploads.begin(other, 1000))).toBe('503');

    first.destroy();
    await inFlight(world).toBe(19);
    await uploads.begin(other, 1000);
    await inFlight(world).toBe(20);
  });
});
