import fc from 'fast-check';

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

/** A request of any kind of route, most of them wrong somewhere. */
export const oddRequest = fc.oneof(
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
export function requestOf(line: string, more: readonly string[], body = ''): string {
  const length = body ? [`content-length: ${body.length}`] : [];
  return [`${line} HTTP/1.1`, 'host: a', 'connection: close', ...length, ...more, '', body].join('\r\n');
}
