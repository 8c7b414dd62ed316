import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld } from '../world/world.ts';

const path = '/wallet/api/v1/userExpand/uploadAvatar';

/** Uploads that have begun. They are given up before the server is closed, which would wait for them. */
function uploadsTo(address: string) {
  const sockets: Socket[] = [];
  const answers = new Map<Socket, string>();
  return {
    /** The status of each that has been answered. */
    statuses: () => [...answers.values()],
    /** One that is on its way still. */
    unanswered: () => sockets.find((socket) => !answers.has(socket) && !socket.destroyed),
    /** Sends the head of an upload, and only the beginning of its form. */
    async begin(fan: TestFan, length: number): Promise<Socket> {
      const { hostname, port } = new URL(address);
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      await once(socket, 'connect');
      socket.setEncoding('utf8');
      socket.once('data', (text: string) => answers.set(socket, text.slice('HTTP/1.1 '.length).slice(0, 3)));
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

/** Counts the requests that are accepted and not answered. */
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
    for (let n = 0; n < 5; n += 1) await uploads.begin(fan, 1000);
    await expect.poll(uploads.statuses).toEqual(['429']);
    await inFlight(world).toBe(4);
    await uploads.begin(other, 1000);
    await inFlight(world).toBe(5);

    uploads.unanswered()?.destroy();
    await inFlight(world).toBe(4);
    await uploads.begin(fan, 1000);
    await inFlight(world).toBe(5);
    expect(uploads.statuses(), 'no other was refused').toEqual(['429']);
  });

  it('is one of twenty of all fans; the next is refused before it is read', async () => {
    await using world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '10' } });
    using uploads = uploadsTo(await world.listen());
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    for (let n = 0; n < 20; n += 1) await uploads.begin(fan, 1000);
    await uploads.begin(other, 1000);
    await expect.poll(uploads.statuses).toEqual(['503']);
    await inFlight(world).toBe(20);

    uploads.unanswered()?.destroy();
    await inFlight(world).toBe(19);
    await uploads.begin(other, 1000);
    await inFlight(world).toBe(20);
    expect(uploads.statuses(), 'no other was refused').toEqual(['503']);
  });
});
