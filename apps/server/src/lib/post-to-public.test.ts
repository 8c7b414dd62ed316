import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isPublicAddress, postToPublic } from './post-to-public.ts';

it.each([
  ['http://push.example.com/1', 'without TLS'],
  ['https://push.example.com:8443/1', 'another port'],
  ['https://fan:secret@push.example.com/1', 'a login'],
  ['https://127.0.0.1/1', 'an address instead of a name'],
  ['https://2130706433/1', 'an address as a number'],
  ['https://[::1]/1', 'an address of version 6'],
  ['ftp://push.example.com/1', 'another protocol'],
])('%s is not public: %s', async (address) => {
  expect(isPublicAddress(address)).toBe(false);
  await expect(postToPublic(address, { headers: {}, body: null })).rejects.toThrow('not public');
});

it('takes a name by https, whatever the path', () => {
  expect(isPublicAddress('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
});

it('does not connect to a name of this machine', async () => {
  await expect(postToPublic('https://localhost/1', { headers: {}, body: null })).rejects.toThrow('not public');
});

it('posts to the one private origin that is allowed, follows no redirect, and reads the status alone', async () => {
  const bodies: string[] = [];
  const server = createServer((incoming, answer) => {
    void incoming.toArray().then((parts) => {
      bodies.push(Buffer.concat(parts as Buffer[]).toString());
      answer.writeHead(307, { location: 'http://127.0.0.1:1/' }).end('elsewhere');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = { headers: { ttl: 60 }, body: Buffer.from('hello'), alsoOrigin: origin };
  expect(await postToPublic(`${origin}/push`, post)).toBe(307);
  expect(bodies).toEqual(['hello']);
  await expect(postToPublic(`${origin}/push`, { ...post, alsoOrigin: 'http://127.0.0.1:1' })).rejects.toThrow(
    'not public',
  );
  server.closeAllConnections();
  server.close();
});
