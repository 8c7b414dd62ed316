import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScratchFolder } from '../world/scratch-folder.ts';
import { createWebBuild } from '../world/web-build.ts';
import { createWorld, type World } from '../world/world.ts';

/** A path of every kind of route, and one of none. */
const paths = [
  '/config',
  '/activity/api/v1/vote/activity',
  '/activity/api/v1/vote/stream',
  '/wallet/api/v1/user/login',
  '/operator/api/v1/decide',
  '/task/api/v1/fanVideo/upload/0123456789abcdef',
  '/',
  '/idol/1',
  '/assets/main.js',
  '/assets/none.js',
  '/art/v1/covers/1004.svg',
  '/avatars/none.webp',
  '/fan-videos/none.mp4',
  '/locales/en_US.json',
  '/docs',
  '/dev/inbox',
  '/openapi.json',
  '/healthz',
  '/metrics',
  '/none',
];

/** Separators, steps upwards, characters and encodings that are wrong, and far too much. */
const pathParts = [
  '/',
  '//',
  '/.',
  '/..',
  '/../',
  '\\',
  '/..\\',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%2e%2e%2f',
  '%5c',
  '%ff',
  ';a=1',
  '?',
  '?pageNum=true',
  '?a[]=1&a[b]=2&__proto__=1',
  `?${'a=1&'.repeat(300)}`,
  '#',
  '*',
  '{}',
  '~',
  'a'.repeat(101),
  'a'.repeat(3_000),
  '\u00e9',
  '%E2%82%AC',
  ':80',
  '@',
];

const headers = [
  'accept: text/html',
  'accept: */*',
  `accept-language: ${'zh-TW;q=0.5,'.repeat(200)}`,
  'accept-encoding: br;q=nan, identity;q=0',
  'content-type: application/json',
  'content-type: multipart/form-data; boundary=',
  'content-type: application/x-www-form-urlencoded; charset=none',
  'range: bytes=9-1',
  'range: bytes=0-0,-1,a',
  'range: bytes=99999999-',
  'if-match: "none"',
  'if-none-match: "',
  'if-modified-since: never',
  'idempotency-key: 1',
  'token: \u00e9',
  `token: ${'a'.repeat(5_000)}`,
  'authorization: Bearer',
  'cookie: passport=%; =; theme',
  'x-forwarded-for: not an address, 1.2.3.4',
  'x-deviceid: \u00ff',
  'origin: null',
  'tus-resumable: 9',
  'upload-length: many',
  'upload-metadata: ,',
  'upgrade: websocket\r\nconnection: upgrade',
  'host: [',
  'host: a b',
  'forwarded: for=;;',
];

/** Headers of a request that does not get past the parser. */
const unreadableHeaders = [
  'accept-language: \u0000',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'transfer-encoding: gzip',
  'expect: 200-ok',
  `x-long: ${'a'.repeat(17_000)}`,
];

const methods = ['GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'TRACE'];
const bodies = ['', '', '{', 'null', '[]', '{"accountId":{"a":1}}', '\u0000', '"\\ud800"'];

const oddPath = fc
  .tuple(
    fc.constantFrom('', '', '/', '/.', '/..', '/a/..', '\\', '/%00', '/%', '*', 'http://a'),
    fc.constantFrom(...paths),
    fc.nat(),
    fc.array(fc.constantFrom(...pathParts), { maxLength: 2 }),
  )
  .map(([before, path, at, parts]) => {
    const cut = at % (path.length + 1);
    return before + path.slice(0, cut) + parts.join('') + path.slice(cut);
  });

const oddHeaders = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...headers) },
    { weight: 1, arbitrary: fc.constantFrom(...unreadableHeaders) },
  ),
  { maxLength: 4 },
);

/** A query for the screens that are drawn into their page. */
const oddQuery = fc
  .array(
    fc.constantFrom(
      'idolId=%',
      'idolId=%E0%A4%A',
      'idolId=%00',
      'idolId=%ED%A0%80',
      'idolId=301?idolId=302',
      'idolId=</script><script>',
      `activityId=${'9'.repeat(64)}`,
      `activityId=${'%F0%9F%8E%A4'.repeat(40)}`,
      'activityId=',
      'lang=zh_TW',
      'lang=en_US',
      'platform=app',
      'utm_source=%ff',
      `utm_${'x'.repeat(2_000)}=1`,
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('&'));

const readers = fc.array(
  fc.constantFrom(
    `cookie: ${'a=1; '.repeat(2_000)}`,
    `cookie: lightstick.page=${'z'.repeat(9_000)}`,
    'cookie: lightstick.page=zh_TW.fan; lightstick.page=en_US.visitor',
    'cookie: lightstick.page=%E0%A4%A.fan',
    'cookie: lightstick.page=__proto__.constructor; __proto__=1; getEnvInfo',
    'cookie: getEnvInfo=%',
    'cookie: getEnvInfo=[[]]',
    'cookie: getEnvInfo=%7B%22languageType%22%3A%7B%22toString%22%3A1%7D%7D',
    `cookie: getEnvInfo=${'['.repeat(9_000)}`,
    'user-agent: ',
    'user-agent: \u00ff iOS SDK',
    `user-agent: ${'iOS-'.repeat(3_000)}`,
    'if-none-match: W/"',
  ),
  { maxLength: 3 },
);

const oddRequest = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        method: fc.constantFrom(...methods),
        path: fc.oneof(fc.constantFrom(...paths), oddPath),
        more: oddHeaders,
        body: fc.constantFrom(...bodies),
      })
      .map(({ method, path, more, body }) => requestOf(`${method} ${path}`, more, body)),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        path: fc.constantFrom('/', '/idol', '/idol/', '/vote-activity', '/task', '/snh48vote'),
        query: oddQuery,
        more: readers,
      })
      .map(({ path, query, more }) => requestOf(`GET ${path}?${query}`, ['accept: text/html', ...more])),
  },
);

/** Returns the text of a request that ends its connection. */
function requestOf(line: string, more: readonly string[], body = ''): string {
  const length = body ? [`content-length: ${body.length}`] : [];
  return [`${line} HTTP/1.1`, 'host: a', 'connection: close', ...length, ...more, '', body].join('\r\n');
}

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
