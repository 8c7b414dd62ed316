import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScratchFolder } from '../world/scratch-folder.ts';
import { createWebBuild } from '../world/web-build.ts';
import { createWorld, type World } from '../world/world.ts';
import { oddRequest, requestOf } from './odd-request.ts';

describe('odd requests', () => {
  let web: ScratchFolder;
  let world: World;
  let port: number;
  const lines: string[] = [];
  beforeAll(async () => {
    web = await createWebBuild();
    world = await createWorld({
      onLogLine: (line) => lines.push(line),
      environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' },
      settings: { webDir: web.path, drawingPatienceMs: 60_000 },
    });
    port = Number(new URL(await world.listen()).port);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
  });

  /** Sends text as it is, and returns the status line and the body. */
  async function send(message: string): Promise<{ readonly status: number; readonly body: string }> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(message, 'latin1');
    const answer = await text(socket);
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body: rest.join('\r\n\r\n') };
  }

  const get = (path: string, ...more: string[]) => send(requestOf(`GET ${path}`, more));

  it.each([
    ['//config', 404],
    ['//', 404],
    ['/x%00', 404],
    ['/config%00', 404],
    ['/a/../b', 404],
    ['/./config', 404],
    ['/a\\b', 404],
    ['/%', 400],
  ])('of the path %s are answered with %i and the envelope, also to a browser', async (path, status) => {
    const envelope = { code: status === 404 ? 9004 : 9000, message: expect.any(String) as string, data: null };
    for (const more of [[], ['accept: text/html']]) {
      const reply = await get(path, ...more);
      expect(reply.status).toBe(status);
      expect(JSON.parse(reply.body)).toEqual(envelope);
    }
    expect(lines.filter(isError)).toEqual([]);
  });

  it('for a file with an unmet condition are answered with the envelope and 412', async () => {
    const reply = await get('/assets/main.js', 'if-match: "none"');
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      412,
      {
        code: 9000,
        message: 'We couldn’t read the request: the file doesn’t meet If-Match or If-Unmodified-Since.',
        data: null,
      },
    ]);
  });

  it('for a missing part of a script get the whole script', async () => {
    const reply = await get('/assets/main.js', 'range: bytes=99999999-');
    expect(reply).toEqual({ status: 200, body: 'export {};' });
  });

  it.each([
    ['an expectation that cannot be met', 417, ['expect: 200-ok']],
    ['headers that are too large', 431, [`x-long: ${'a'.repeat(17_000)}`]],
    ['a header without a colon', 400, ['no colon']],
    ['two lengths', 400, ['content-length: 1', 'content-length: 2']],
    ['a length beside chunks', 400, ['content-length: 1', 'transfer-encoding: chunked']],
  ])('with %s are answered with the envelope and %i', async (_, status, more) => {
    const reply = await get('/config', ...more);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toEqual({ code: 9000, message: expect.any(String) as string, data: null });
  });

  it('with chunk extensions that are too large are answered with the envelope and 413', async () => {
    const head = ['POST /wallet/api/v1/user/login HTTP/1.1', 'host: a', 'content-type: application/json'];
    const chunk = `1;${'a'.repeat(17_000)}\r\n{\r\n0\r\n\r\n`;
    const reply = await send([...head, 'transfer-encoding: chunked', '', chunk].join('\r\n'));
    expect(reply.status).toBe(413);
    expect(JSON.parse(reply.body)).toMatchObject({ code: 9000, data: null });
  });

  it.each([
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the hello of TLS', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003\r\n\r\n'],
    ['an unknown version', 'GET /config HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['an unknown method', 'GETT /config HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a space in the path', 'GET /con fig HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a folded header', 'GET /config HTTP/1.1\r\nhost: a\r\n token: b\r\n\r\n'],
  ])('that begin with %s are answered with the envelope and 400', async (_, message) => {
    const reply = await send(message);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ code: 9000, data: null });
  });

  it('without a host are answered with the envelope', async () => {
    const reply = await send('GET /config HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ code: 9000, data: null });
  });

  it('to every kind of route never make the server fail, two thousand of them', async () => {
    const waiting = fc.sample(oddRequest, { seed: 20_261_124, numRuns: 2_000 });
    const failed: string[] = [];
    const sendAll = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        const { status } = await send(request);
        if (!(status < 500)) failed.push(`${status} ${request.slice(0, 400)}`);
      }
    };
    await Promise.all(Array.from({ length: 40 }, sendAll));
    expect(failed).toEqual([]);
    expect(lines.filter(isError)).toEqual([]);
    const { body } = await get('/?idolId=%&lang=zh_TW', 'accept: text/html');
    expect(body, 'screens were drawn meanwhile').toMatch(/<h1>\d{2,} \/ zh_TW visitor 200<\/h1>/);
  });
});

function isError(line: string): boolean {
  return /"level":"(?:error|fatal)"/.test(line);
}
