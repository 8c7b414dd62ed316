import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../connection.ts';
import { beginSession, endSession, type UserInfo } from '../session/session.ts';
import { upload } from './upload.ts';

const fan = { accountId: 'fan-1', nickname: 'Mina' } as UserInfo;
const route = 'POST /wallet/api/v1/userExpand/uploadAvatar';

/** As much of a browser's request as an upload needs; the test plays the network. */
class Request extends EventTarget {
  static readonly sent: Request[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  url = '';
  form: FormData | undefined;

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(): string {
    return 'abc-1';
  }

  send(form: FormData): void {
    this.form = form;
    Request.sent.push(this);
  }

  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }

  answer(code: number, data: unknown, status = 200): void {
    this.status = status;
    this.responseText = JSON.stringify({ code, message: code === 0 ? 'ok' : 'no', data });
    this.dispatchEvent(new Event('load'));
  }
}

const picture = new Blob(['a picture'], { type: 'image/png' });
const parts: number[] = [];

function begin(signal = new AbortController().signal) {
  const options = { signal, onProgress: (part: number) => void parts.push(part) };
  const outcome = upload(route, { upload: picture, body: { crop: '0,0,9' } }, options).catch(
    (thrown: unknown) => thrown,
  );
  return { outcome, request: Request.sent.at(-1) as Request };
}

beforeEach(() => {
  Request.sent.length = 0;
  parts.length = 0;
  connection.write('online');
  vi.stubGlobal('document', { querySelector: () => ({ content: '{"commitId":"abc1234"}' }) });
  vi.stubGlobal('XMLHttpRequest', Request);
  beginSession({ token: 'token-1', userInfo: fan });
});

afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
});

test('an upload is a form of fields and file, with the headers of every call but the type', async () => {
  const { outcome, request } = begin();
  request.answer(0, { accountId: 'fan-1' });
  expect(await outcome).toEqual({ accountId: 'fan-1' });
  expect(request.url).toBe('/wallet/api/v1/userExpand/uploadAvatar');
  expect([...(request.form?.keys() ?? [])]).toEqual(['crop', 'avatar']);
  expect(request.headers).toMatchObject({ token: 'token-1', 'Accept-Language': 'en_US', 'X-VersionCode': 'abc1234' });
  expect(request.headers).not.toHaveProperty('Content-Type');
});

test('it reports how much is sent', async () => {
  const { outcome, request } = begin();
  for (const loaded of [10, 40])
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 40 }));
  request.answer(0, {});
  await outcome;
  expect(parts).toEqual([0.25, 1]);
});

test('a refusal, a lost connection and a time-out are the errors of every call', async () => {
  const refused = begin();
  refused.request.answer(1040, null);
  expect(await refused.outcome).toMatchObject({ name: 'ApiError', code: 1040, requestId: 'abc-1' });
  const lost = begin();
  lost.request.dispatchEvent(new Event('error'));
  expect(await lost.outcome).toMatchObject({ name: 'TransportError', kind: 'network' });
  expect(connection.read()).toBe('unreachable');
  const late = begin();
  late.request.dispatchEvent(new Event('timeout'));
  expect(await late.outcome).toMatchObject({ name: 'TransportError', kind: 'timeout' });
});

test('a cancelled one ends with the caller’s own reason', async () => {
  const leaving = new AbortController();
  const { outcome } = begin(leaving.signal);
  leaving.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
});

test('an expired token is renewed once, and the file is sent again', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 0, message: 'ok', data: { token: 'token-2', userInfo: fan } }),
  );
  const { outcome, request } = begin();
  request.answer(9002, null, 401);
  await vi.waitFor(() => expect(Request.sent).toHaveLength(2));
  const again = Request.sent[1] as Request;
  expect(again.headers).toMatchObject({ token: 'token-2' });
  again.answer(0, { accountId: 'fan-1' });
  expect(await outcome).toEqual({ accountId: 'fan-1' });
});
