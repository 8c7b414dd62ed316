import { uuidV7 } from '../../apps/server/src/uuid-v7.ts';

/** Who calls, and what each of them sends. */
export type CallPlan = {
  readonly path: string;
  readonly tokens: readonly string[];
  readonly body: string;
};

/** Makes whole HTTP requests: each of the next fan, each with a key of its own, with the headers that the web app sends. */
export function requestWriter({ path, tokens, body }: CallPlan): () => string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Accept: */*',
    'Accept-Language: zh-TW',
    'X-VersionCode: 1.0.0',
    'X-Custom-Device-Type: H5',
  ].join('\r\n');
  let turn = Math.floor(Math.random() * tokens.length);
  return () => {
    turn = (turn + 1) % tokens.length;
    return `${head}\r\nX-Deviceid: device-${turn}\r\nToken: ${tokens[turn]}\r\nIdempotency-Key: ${uuidV7(new Date())}\r\n\r\n${body}`;
  };
}
