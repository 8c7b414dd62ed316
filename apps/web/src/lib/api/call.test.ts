import { ErrorCode } from '@lightstick/contract/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../connection.ts';
import { localStore } from '../key-value-store.ts';
import {
  beginSession,
  currentSession,
  endSession,
  passportKey,
  type UserInfo,
  whileEnding,
} from '../session/session.ts';
import { ApiError, isFinalAnswer, TransportError } from './api-error.ts';
import { call } from './call.ts';

const fan = { accountId: 'fan-1', nickname: 'Mina' } as UserInfo;
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const claimBody = { body: { taskId: 't1' } };

type Sent = { url: string; headers: Record<string, string>; body: string; signal: AbortSignal };

let sent: Sent[];
let answers: ((request: Sent) => Response | Promise<Response>)[];

const envelope = (code: number, data: unknown, status = 200) =>
  Response.json({ code, message: code === 0 ? 'ok' : 'no', data }, { status });

/** An answer that never comes, of a request that can be called off. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

beforeEach(() => {
  connection.write('online');
  sent = [];
  answers = [];
  vi.stubGlobal('document', { cookie: '', querySelector: () => ({ content: '{"commitId":"abc1234"}' }) });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { headers, body, signal } = init as unknown as Omit<Sent, 'url'>;
    const request = { url, headers, body, signal };
    signal.throwIfAborted();
    sent.push(request);
    const answer = answers.shift();
    if (!answer) throw new TypeError('There is no connection.');
    return answer(request);
  });
  beginSession({ token: 'token-1', userInfo: fan });
});

afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
});

test('a call carries the fan’s token, the intent’s key and the specified headers', async () => {
  answers = [() => envelope(0, { points: 30 })];
  expect(await call(claim, claimBody, { idempotencyKey: 'key-1' })).toEqual({ points: 30 });
  expect(sent[0]).toMatchObject({
    url: '/task/api/v1/task/completeAndClaimPoint',
    body: '{"taskId":"t1"}',
    headers: {
      'Accept-Language': 'en_US',
      'Idempotency-Key': 'key-1',
      'X-Custom-Device-Type': 'H5',
      'X-VersionCode': 'abc1234',
      token: 'token-1',
      'X-Account-Id': 'fan-1',
    },
  });
  expect(sent[0]?.headers['X-Deviceid']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a refusal is an error with its name', async () => {
  answers = [() => envelope(4004, null)];
  const error = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: ErrorCode.TASK_NOT_DONE, status: 200 });
  expect(isFinalAnswer(error)).toBe(true);
});

test('the outcome is unknown after a lost connection, a proxy’s page, a crash or an overload', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const lost = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  answers = [() => new Response('<html>Bad gateway</html>', { status: 502 })];
  const proxied = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  answers = [() => envelope(9008, null, 500)];
  const crashed = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  expect(lost).toMatchObject({ name: 'TransportError', kind: 'network' });
  expect(proxied).toMatchObject({ name: 'TransportError', kind: 'http', status: 502 });
  expect(log).toHaveBeenCalledExactlyOnceWith(
    'The answer of /task/api/v1/task/completeAndClaimPoint is not JSON.',
    expect.any(SyntaxError),
  );
  log.mockRestore();
  answers = [() => envelope(9007, null, 503)];
  const overloaded = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  expect([lost, proxied, crashed, overloaded].map(isFinalAnswer)).toEqual([false, false, false, false]);
});

test('an error carries the id of its request in the server’s log, for every source of the answer', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const headers = { 'x-request-id': 'abc-1' };
  answers = [
    () => Response.json({ code: 4004, message: 'no', data: null }, { headers }),
    () => new Response('<html>', { status: 504, headers }),
  ];
  expect(await call(claim, claimBody).catch((thrown: unknown) => thrown)).toMatchObject({ requestId: 'abc-1' });
  expect(await call(claim, claimBody).catch((thrown: unknown) => thrown)).toMatchObject({
    kind: 'http',
    requestId: 'abc-1',
  });
  log.mockRestore();
});

test('JSON that is not the envelope counts as an unreadable answer', async () => {
  answers = [() => Response.json(null), () => Response.json({ ok: true })];
  await expect(call(claim, claimBody)).rejects.toMatchObject({ kind: 'http', status: 200 });
  await expect(call(claim, claimBody)).rejects.toMatchObject({ kind: 'http', status: 200 });
});

test('a call that takes longer than a minute is given up as timed out', async () => {
  vi.useFakeTimers();
  answers = [({ signal }) => untilAborted(signal)];
  let outcome: unknown = 'still waiting';
  void call(claim, claimBody).catch((thrown: unknown) => (outcome = thrown));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(outcome).toBe('still waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toMatchObject({ name: 'TransportError', kind: 'timeout' });
  vi.useRealTimers();
});

test('a call whose caller has left ends with the caller’s own reason, and has not failed', async () => {
  const leaving = new AbortController();
  answers = [({ signal }) => untilAborted(signal)];
  const outcome = call(claim, claimBody, { signal: leaving.signal }).catch((thrown: unknown) => thrown);
  leaving.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(connection.read()).toBe('online');
});

test('an answer that arrives after the device went offline keeps the connection offline', async () => {
  answers = [() => envelope(4004, null)];
  vi.stubGlobal('navigator', { onLine: false });
  await call(claim, claimBody).catch(() => undefined);
  expect(connection.read()).toBe('offline');
  await call(claim, claimBody).catch(() => undefined);
  expect(connection.read(), 'a failed call knows less than the device').toBe('offline');
});

test('a call notes whether the server is reachable', async () => {
  await call(claim, claimBody).catch(() => undefined);
  expect(connection.read()).toBe('unreachable');
  answers = [() => envelope(4004, null)];
  await call(claim, claimBody).catch(() => undefined);
  expect(connection.read()).toBe('online');
});

test('a refusal by the rate limit says nothing about an earlier attempt', async () => {
  answers = [() => envelope(9006, null, 429), () => envelope(9002, null, 401), () => envelope(9002, null, 401)];
  const tooMany = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  const signedOut = await call(claim, claimBody).catch((thrown: unknown) => thrown);
  expect([tooMany, signedOut].map(isFinalAnswer)).toEqual([false, false]);
});

test('an expired token is renewed once, and the same request is sent again', async () => {
  answers = [
    () => envelope(9002, null, 401),
    () => envelope(0, { token: 'token-2', userInfo: fan }),
    () => envelope(0, { points: 30 }),
  ];
  await call(claim, claimBody, { idempotencyKey: 'key-1' });
  expect(sent.map(({ url }) => url)).toEqual([
    '/task/api/v1/task/completeAndClaimPoint',
    '/wallet/api/v1/user/session',
    '/task/api/v1/task/completeAndClaimPoint',
  ]);
  expect(sent[2]?.headers).toMatchObject({ token: 'token-2', 'Idempotency-Key': 'key-1' });
});

test('calls that meet an expired token together renew it once', async () => {
  answers = [
    () => envelope(9002, null, 401),
    () => envelope(9002, null, 401),
    () => envelope(0, { token: 'token-2', userInfo: fan }),
    () => envelope(0, { points: 30 }),
    () => envelope(0, { points: 40 }),
  ];
  await Promise.all([call(claim, claimBody), call(claim, { body: { taskId: 't2' } })]);
  expect(sent.filter(({ url }) => url.endsWith('/session'))).toHaveLength(1);
});

test('where renewing is refused the session ends', async () => {
  answers = [() => envelope(9002, null, 401), () => envelope(9002, null, 401)];
  await expect(call(claim, claimBody)).rejects.toMatchObject({ code: ErrorCode.UNAUTHENTICATED });
  expect(currentSession()).toBeNull();
});

test('where renewing is refused a query that anyone may make is sent without the token', async () => {
  answers = [() => envelope(9002, null, 401), () => envelope(9002, null, 401), () => envelope(0, { list: [] })];
  const { signal } = new AbortController();
  expect(await call('GET /activity/api/v1/vote/songList', { query: {} }, { signal })).toEqual({ list: [] });
  expect(sent.map(({ headers }) => headers['token'])).toEqual(['token-1', undefined, undefined]);
  expect(currentSession()).toBeNull();
});

test('a call is not repeated with the token of another fan who has signed in meanwhile', async () => {
  answers = [() => envelope(9002, null, 401), () => envelope(9013, null, 412)];
  const other = 'fan-2';
  localStore.set(passportKey, other);
  const refused = await call(claim, claimBody, { idempotencyKey: 'key-1' }).catch((thrown: unknown) => thrown);
  expect(isFinalAnswer(refused), 'what was meant stays kept').toBe(false);
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['completeAndClaimPoint', 'session']);
  expect([currentSession(), localStore.get(passportKey)]).toEqual([null, other]);
  localStore.remove(passportKey);
});

test('a call that was made for one fan names that fan, also on the page of another', async () => {
  answers = [() => envelope(9013, null, 412)];
  const refused = await call(claim, claimBody, { accountId: 'fan-9' }).catch((thrown: unknown) => thrown);
  expect(sent[0]?.headers['X-Account-Id']).toBe('fan-9');
  expect(isFinalAnswer(refused)).toBe(false);
});

test('where renewing cannot be asked for the fan stays signed in', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answers = [() => envelope(9002, null, 401)];
  await expect(call(claim, claimBody)).rejects.toBeInstanceOf(TransportError);
  expect(currentSession()?.token).toBe('token-1');
  expect(warn).toHaveBeenCalledOnce();
});

test('a query that starts while the session is ending is sent only if it has not ended after all', async () => {
  for (const isUnreachable of [true, false]) {
    const query = new AbortController();
    const logout = Promise.withResolvers<Response>();
    answers = [() => logout.promise, () => envelope(0, { freeVotesToday: 3 })];
    const ending = whileEnding(async () => {
      await call('POST /wallet/api/v1/user/logout', { body: {} });
      endSession('signedOut');
      query.abort(new Error('The query is gone.'));
    });
    const asked = call(
      'GET /activity/api/v1/vote/getUserVoteNum',
      { query: { activityId: '7' } },
      { signal: query.signal },
    );
    if (isUnreachable) {
      logout.reject(new TypeError('There is no connection.'));
      await expect(ending).rejects.toThrow(TransportError);
      await expect(asked).resolves.toMatchObject({ freeVotesToday: 3 });
    } else {
      logout.resolve(envelope(0, {}));
      await ending;
      await expect(asked).rejects.toThrow('The query is gone.');
    }
  }
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['logout', 'getUserVoteNum?activityId=7', 'logout']);
});
