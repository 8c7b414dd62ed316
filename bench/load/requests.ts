import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import type { Reply } from './http-connection.ts';

/** Who calls, and what they send. */
export type CallPlan =
  | {
      readonly method: 'POST';
      readonly path: string;
      readonly tokens: readonly string[];
      /** The number of the first of these fans; 0 when left out. It names their devices and networks. */
      readonly firstFan?: number;
      /** One of them, by chance, each time. */
      readonly bodies: readonly string[];
    }
  | {
      readonly method: 'GET';
      readonly path: string;
      /** Left out where the call is public. */
      readonly tokens?: readonly string[];
      readonly firstFan?: number;
      /** Those who read; the `newcomers` among each hundred calls have no earlier answer, the others send its tag. */
      readonly browsers?: { readonly count: number; readonly newcomers: number };
      /** The code of the expected answer; 0 when left out. */
      readonly code?: number;
    };

/** A whole HTTP request, the code of its expected answer when that is not 0, and who wants to see it. */
export type WrittenRequest = { readonly text: string; readonly code?: number; readonly heard?: (reply: Reply) => void };

/** Makes whole HTTP requests with the headers that the web app sends, each of the next fan or of a browser by chance. */
export function requestWriter(plan: CallPlan): () => WrittenRequest {
  return plan.method === 'POST' ? postWriter(plan) : getWriter(plan);
}

const appHeaders = [
  'Host: 127.0.0.1',
  'Accept: */*',
  'Accept-Language: zh-TW',
  'Accept-Encoding: gzip, deflate, br',
  'X-VersionCode: 1.0.0',
  'X-Custom-Device-Type: H5',
].join('\r\n');

function postWriter({ path, tokens, firstFan, bodies }: CallPlan & { method: 'POST' }): () => WrittenRequest {
  const head = `POST ${path} HTTP/1.1\r\n${appHeaders}\r\nContent-Type: application/json`;
  const parts = bodies.map((body) => ({ body, length: `Content-Length: ${Buffer.byteLength(body)}` }));
  const nextFan = fansInTurn(tokens, firstFan);
  return () => {
    const { body, length } = oneOf(parts);
    return { text: `${head}\r\n${length}\r\n${nextFan()}Idempotency-Key: ${uuidV7(new Date())}\r\n\r\n${body}` };
  };
}

function getWriter({ path, tokens, firstFan, browsers, code = 0 }: CallPlan & { method: 'GET' }): () => WrittenRequest {
  const head = `GET ${path} HTTP/1.1\r\n${appHeaders}\r\n`;
  if (tokens) {
    const nextFan = fansInTurn(tokens, firstFan);
    return () => ({ text: `${head}${nextFan()}\r\n`, code });
  }
  const { count, newcomers } = browsers ?? { count: 1, newcomers: 100 };
  const tags = Array.from({ length: count }, (): string | undefined => undefined);
  return () => {
    const browser = Math.floor(Math.random() * count);
    const tag = Math.random() * 100 < newcomers ? undefined : tags[browser];
    return {
      text: tag === undefined ? `${head}\r\n` : `${head}If-None-Match: ${tag}\r\n\r\n`,
      heard: ({ etag }) => {
        tags[browser] = etag;
      },
    };
  };
}

/** Makes the same GET of each fan, once. */
export function requestsOfEach(path: string, tokens: readonly string[]): string[] {
  return tokens.map((token, turn) => `GET ${path} HTTP/1.1\r\n${appHeaders}\r\n${fanHeaders(turn, token)}\r\n`);
}

function fansInTurn(tokens: readonly string[], firstFan = 0): () => string {
  let turn = Math.floor(Math.random() * tokens.length);
  return () => {
    turn = (turn + 1) % tokens.length;
    return fanHeaders(firstFan + turn, tokens[turn] ?? '');
  };
}

/** Makes the headers of a fan, who calls from a separate network, as a proxy in front would tell. */
function fanHeaders(turn: number, token: string): string {
  const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
  return `X-Deviceid: device-${turn}\r\nX-Forwarded-For: ${address}\r\nToken: ${token}\r\n`;
}

function oneOf<One>(all: readonly One[]): One {
  return all[Math.floor(Math.random() * all.length)] as One;
}
