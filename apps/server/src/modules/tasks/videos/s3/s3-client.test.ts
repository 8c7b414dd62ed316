import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from '#/log.ts';
import { StorageUnavailable } from '#/modules/tasks/videos/video-storage.ts';
import { createS3Client, type S3Settings } from '#/modules/tasks/videos/s3/s3-client.ts';

const settings: S3Settings = {
  endpoint: 'https://s3.example.com',
  region: 'us-east-1',
  bucket: 'videos',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  pathStyle: true,
  answerMs: 60_000,
};

/** Makes a client of a storage with prepared answers, which records requests. */
function given(answers: readonly (() => Response | Promise<Response>)[], differing: Partial<S3Settings> = {}) {
  const asked: Request[] = [];
  const told: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request);
    const answer = answers[asked.length - 1] ?? answers.at(-1);
    return new Promise((resolve) => resolve(answer?.()));
  });
  const log = createLog('error', { write: (line) => void told.push(line) });
  return { client: createS3Client({ ...settings, ...differing }, log), asked, told };
}

afterEach(() => vi.unstubAllGlobals());

const answer =
  (status: number, body: string | null = null) =>
  () =>
    new Response(body, { status, headers: { 'content-type': 'application/xml' } });
/** Makes an answer that never ends, and that no abort signal reaches. */
const stallAnswer = (status: number, start: string) =>
  new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode(start)) }), { status });
const brokenLine = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
};
const entry = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-22T10:10:06.000Z</LastModified><ETag>"a"</ETag>` +
  '<Size>1</Size></Contents>';
const page = (content: string) =>
  answer(
    200,
    `<?xml version='1.0' encoding='UTF-8'?>\n<ListBucketResult ` +
      `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${content}</ListBucketResult>`,
  );
const contentOf = (text: string) => ({
  body: new Blob([text]),
  sha256: createHash('sha256').update(text).digest('hex'),
});

it.each([
  ['https://s3.example.com', true, 'https://s3.example.com/videos/'],
  ['https://s3.example.com:9000', true, 'https://s3.example.com:9000/videos/'],
  ['https://example.com/storage/v1/s3', true, 'https://example.com/storage/v1/s3/videos/'],
  ['https://s3.example.com', false, 'https://videos.s3.example.com/'],
  ['http://storage.internal:9000', false, 'http://videos.storage.internal:9000/'],
])('The bucket at %s, in the path: %s, is at %s.', async (endpoint, pathStyle, address) => {
  const { client, asked } = given([answer(204)], { endpoint, pathStyle });
  await client.remove('fan-videos/a.parts/0-5');
  expect(asked[0]?.url.split('?')[0]).toBe(`${address}fan-videos/a.parts/0-5`);
});

it('What is put is sent as it is, and signed by its hash.', async () => {
  const { client, asked } = given([answer(200)]);
  const content = contentOf('probe');
  await client.put('fan-videos/a', content);
  const [request] = asked;
  expect(request?.headers.get('x-amz-content-sha256')).toBe(content.sha256);
  expect(request?.headers.get('authorization')).toMatch(/^AWS4-HMAC-SHA256 .*SignedHeaders=[^,]*x-amz-content-sha256/);
  expect(request?.headers.get('content-encoding')).toBeNull();
  expect(await request?.text()).toBe('probe');
});

it('A line that broke is retried exactly once.', async () => {
  const { client, asked } = given([brokenLine, answer(200)]);
  await client.put('fan-videos/a', contentOf('probe'));
  expect(await asked[1]?.text()).toBe('probe');
  const always = given([brokenLine]);
  await expect(always.client.sizeOf('fan-videos/a')).rejects.toThrow('HEAD: ECONNRESET');
  expect(always.asked).toHaveLength(2);
});

it('What answers with an error is asked once, and only its code is reported.', async () => {
  const text =
    '<Error><Code>AccessDenied</Code><Message>id secret</Message><AWSAccessKeyId>id</AWSAccessKeyId></Error>';
  const { client, asked, told } = given([answer(403, text)]);
  const refused = await client.put('fan-videos/a', contentOf('a')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StorageUnavailable);
  expect(refused).toMatchObject({ message: 'PUT is answered with 403 AccessDenied', isRefusal: true });
  expect(asked).toHaveLength(1);
  expect(told.join('')).not.toContain('secret');
  const busy = given([answer(503, '<html><body>Busy</body></html>')]);
  await expect(busy.client.remove('fan-videos/a')).rejects.toMatchObject({
    message: 'DELETE is answered with 503',
    isRefusal: false,
  });
  expect(busy.asked).toHaveLength(1);
});

it('Redirects of the storage are not followed.', async () => {
  const answerMoved = () =>
    new Response(null, { status: 307, headers: { location: 'https://elsewhere.example.com/' } });
  const { client, asked } = given([answerMoved]);
  await expect(client.sizeOf('fan-videos/a')).rejects.toThrow('HEAD is answered with 307');
  expect(asked.map(({ redirect }) => redirect)).toEqual(['manual']);
});

it('A missing object is undefined, counts as removed, and a missing bucket is refused.', async () => {
  const { client } = given([answer(404, '<Error><Code>NoSuchKey</Code></Error>')]);
  expect(await client.get('fan-videos/a', { start: 0, end: 1 })).toBeUndefined();
  expect(await client.sizeOf('fan-videos/a')).toBeUndefined();
  await expect(client.remove('fan-videos/a')).resolves.toBeUndefined();
  await expect(client.put('fan-videos/a', contentOf('a'))).rejects.toThrow('no such bucket');
  await expect(Array.fromAsync(client.list('fan-videos/'))).rejects.toThrow('no such bucket');
});

it('A part of an object is asked for, and the whole of it is none.', async () => {
  const { client, asked } = given([answer(206, 'ob'), answer(200, 'probe')]);
  const stream = await client.get('fan-videos/a', { start: 2, end: 3 });
  expect(Buffer.concat(await Array.fromAsync(stream ?? [])).toString()).toBe('ob');
  expect(asked[0]?.headers.get('range')).toBe('bytes=2-3');
  await expect(client.get('fan-videos/a', { start: 2, end: 3 })).rejects.toThrow('GET is answered with 200');
});

it.each([
  ['the headers', () => new Promise<Response>(() => undefined), 'HEAD: no answer in time'],
  ['the middle of a listing', () => stallAnswer(200, '<?xml'), 'GET: no answer in time'],
  ['the middle of an object', () => stallAnswer(206, 'ob'), 'GET, in the middle: no answer in time'],
])('A storage that stops in %s is given up after the time limit.', async (where, reply, message) => {
  const { client, asked } = given([reply], { answerMs: 30 });
  const outcome = {
    'the headers': () => client.sizeOf('fan-videos/a'),
    'the middle of a listing': () => Array.fromAsync(client.list('fan-videos/')),
    'the middle of an object': async () =>
      Array.fromAsync((await client.get('fan-videos/a', { start: 0, end: 9 })) ?? []),
  }[where];
  await expect(outcome?.()).rejects.toMatchObject({ name: 'StorageUnavailable', message, isRefusal: false });
  expect(asked).toHaveLength(1);
});

it('A listing in pages is read to its end, with any continuation token.', async () => {
  const cut = '<IsTruncated>true</IsTruncated><NextContinuationToken>1&amp;2&lt;=&quot;</NextContinuationToken>';
  const { client, asked } = given([
    page(`${cut}${entry('fan-videos/a')}\n${entry('fan-videos/b')}`),
    page(`<IsTruncated>false</IsTruncated>${entry('fan-videos/c')}`),
  ]);
  const modified = new Date('2026-11-22T10:10:06Z');
  expect(await Array.fromAsync(client.list('fan-videos/'))).toEqual(
    ['a', 'b', 'c'].map((name) => ({ key: `fan-videos/${name}`, modified })),
  );
  expect(asked.map(({ url }) => new URL(url).searchParams.get('continuation-token'))).toEqual([null, '1&2<="']);
});

it('A listing may be empty, and is none where something else is answered.', async () => {
  expect(await Array.fromAsync(given([page('')]).client.list('fan-videos/'))).toEqual([]);
  for (const text of ['<html><body>Welcome</body></html>', 'Welcome', '<html><br></html>', '']) {
    const { client } = given([answer(200, text)]);
    await expect(Array.fromAsync(client.list('fan-videos/'))).rejects.toThrow(StorageUnavailable);
  }
});
