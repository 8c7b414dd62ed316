import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consultDoctor } from '../world/consult-doctor.ts';
import { createWorld, type World } from '../world/world.ts';

const checks = ['address-reached', 'fan-address', 'streams', 'uploads'] as const;

/** Listens until the end of the test. Returns the address. */
async function listen(server: ReturnType<typeof createServer>, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number, body: string): RequestListener => {
  return (request, response) => {
    request.resume().once('end', () => response.writeHead(status).end(body));
  };
};

describe('the public address', () => {
  let world: World;
  let origin: string;
  beforeAll(async () => {
    world = await createWorld();
    origin = await world.listen();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const consultAt = (id: string, publicUrl: string) => consultDoctor(id, { NODE_ENV: 'test', PUBLIC_URL: publicUrl });

  it('is in order where the server sees who asks, streams at once and takes large bodies', async () => {
    const found = await Promise.all(checks.map((id) => consultAt(id, origin)));
    expect(found.map(({ state, found: words }) => [state, words])).toEqual([
      ['ok', `${origin} leads to the server.`],
      ['ok', 'This machine is seen as 127.0.0.1.'],
      ['ok', 'Events come at once.'],
      ['ok', '5 MB reach the server.'],
    ]);
  });

  it('is off where fans have none', async () => {
    const found = await Promise.all(checks.map((id) => consultDoctor(id, { NODE_ENV: 'test' })));
    expect(found.map(({ state }) => state)).toEqual(['off', 'off', 'off', 'off']);
    expect((await consultAt('certificate', origin)).state).toBe('off');
  });

  it('is wrong where nothing or something else answers', async () => {
    const nothing = await consultAt('address-reached', 'http://127.0.0.1:1');
    expect(nothing).toMatchObject({ state: 'wrong', found: expect.stringContaining('ECONNREFUSED') });
    const other = await listen(createServer(answering(404, '<html>nginx</html>')));
    const found = await Promise.all(checks.map((id) => consultAt(id, other)));
    expect(found).toMatchObject([
      { state: 'wrong', found: `${other} is answered by something else, with status 404.` },
      { state: 'unknown', found: 'PUBLIC_URL does not lead to the server.' },
      { state: 'wrong', found: 'The stream is answered with status 404.' },
      { state: 'wrong', found: 'The proxy refuses 5 MB for pictures, parts of videos.' },
    ]);
  });

  it('says that it cannot know a fan’s address at a server with another secret, which does not tell it', async () => {
    const environment = {
      NODE_ENV: 'test',
      PUBLIC_URL: origin,
      SERVER_SECRET: 'another secret that only tests know, too.',
    };
    expect(await consultDoctor('fan-address', environment)).toMatchObject({ state: 'unknown' });
    const health = await fetch(`${origin}/healthz`, { headers: { 'x-lightstick-probe': 'guessed' } });
    expect(await health.json()).toEqual({ status: 'alive' });
  });

  it('is wrong where a fan can write the own address, or all fans have the proxy’s', async () => {
    await using trusting = await createWorld({ environment: { TRUST_PROXY: '1' } });
    const believed = await consultAt('fan-address', await trusting.listen());
    expect(believed).toMatchObject({ state: 'wrong', found: expect.stringContaining('believes an address') });

    const proxy = await listen(
      createServer((request, response) => {
        const headers = { 'x-lightstick-probe': String(request.headers['x-lightstick-probe']) };
        void fetch(`${origin}${request.url}`, { headers: { ...headers, 'x-forwarded-for': '198.51.100.7' } })
          .then((answer) => answer.text())
          .then((body) => response.end(body));
      }),
    );
    const hidden = await consultAt('fan-address', proxy);
    expect(hidden).toMatchObject({ state: 'wrong', found: expect.stringContaining('seen as 127.0.0.1') });
  });
});

describe('the certificate', () => {
  const file = (name: string) =>
    readFileSync(new URL(`../system/deploy/tls-for-tests.${name}.pem`, import.meta.url), 'utf8');
  const cert = file('certificate');
  const expiresAt = new Date(new X509Certificate(cert).validTo);
  const hoursBefore = (hours: number) => () => new Date(expiresAt.getTime() - hours * 60 * 60_000);
  const system = getCACertificates('default');
  afterAll(() => setDefaultCACertificates(system));

  it('is wrong while browsers do not trust it, when it expires tomorrow, and after its end', async () => {
    const origin = await listen(createTlsServer({ cert, key: file('key') }, answering(200, '')), 'https');
    const environment = { NODE_ENV: 'test', PUBLIC_URL: origin };
    const untrusted = await consultDoctor('certificate', environment);
    expect(untrusted).toMatchObject({ state: 'wrong', found: expect.stringMatching(/do not trust it: .*SELF_SIGNED/) });

    setDefaultCACertificates([...system, cert]);
    expect((await consultDoctor('certificate', environment)).state).toBe('ok');
    const tomorrow = await consultDoctor('certificate', environment, { now: hoursBefore(30) });
    expect(tomorrow).toMatchObject({ state: 'wrong', found: expect.stringContaining('It expires in 1 day, at') });
    const over = await consultDoctor('certificate', environment, { now: hoursBefore(-1) });
    expect(over).toMatchObject({ state: 'wrong', found: expect.stringContaining('It expired at') });
  });
});
