import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../session/session.ts';
import type { ApiError } from './api-error.ts';
import { fetchEventSource, readEvents } from './fetch-event-source.ts';

const route = 'GET /activity/api/v1/jplive/chat/stream';

let requests: Headers[];
let response: () => Response;

beforeEach(() => {
  requests = [];
  vi.stubGlobal('document', { querySelector: () => ({ content: '{"commitId":"abc1234"}' }) });
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push(new Headers(headers));
    return response();
  });
  beginSession({ token: 'token-1', userInfo: { accountId: 'fan-1', nickname: 'Mina' } });
});

afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
});

const streamOf = (...chunks: readonly string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );

/** Collects the reports of a source until its connection ends or is refused. */
async function collectReports(lastEventId?: string) {
  const data: string[] = [];
  const ids: string[] = [];
  const refusal = await new Promise<ApiError | undefined>((resolve) => {
    const source = fetchEventSource(route, '/stream', {
      lastEventId,
      onEventId: (id) => ids.push(id),
      onRefused: resolve,
    });
    source.addEventListener('chat', (event) => data.push(event.data));
    source.addEventListener('error', () => resolve(undefined));
  });
  return { data, ids, refusal };
}

test('events arrive under their names, cut anywhere on the way, with their ids', async () => {
  response = () => streamOf('event: chat\nid: 7\nda', 'ta: {"a":1}\n', '\n: a comment\n\nevent: chat\ndata: x\n\n');
  expect(await collectReports()).toEqual({ data: ['{"a":1}', 'x'], ids: ['7'], refusal: undefined });
});

test('the fan’s token and the last event are sent', async () => {
  response = () => streamOf();
  await collectReports('41');
  expect(requests[0]?.get('token')).toBe('token-1');
  expect(requests[0]?.get('last-event-id')).toBe('41');
});

test('a refusal is reported as such, a broken server as a lost connection', async () => {
  response = () => Response.json({ code: 7013, message: 'You need a ticket.', data: null });
  expect((await collectReports()).refusal).toMatchObject({ code: 7013, message: 'You need a ticket.' });
  response = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  expect((await collectReports()).refusal).toBeUndefined();
});

test('an event of several lines is one text, and what has not ended yet stays', () => {
  expect(readEvents('data: a\r\ndata: b\r\n\r\ndata: c')).toEqual({
    events: [{ name: 'message', data: 'a\nb', id: undefined }],
    rest: 'data: c',
  });
});
