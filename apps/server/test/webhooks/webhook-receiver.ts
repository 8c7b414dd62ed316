import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ArrivedWebhook = {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
};

/** An answer of a path: a status, a redirect to an address, or none at all until `release`. */
type Answer = number | { readonly redirectTo: string } | 'none';

export type WebhookReceiver = AsyncDisposable & {
  readonly arrived: ArrivedWebhook[];
  /** The most requests of a path that were unanswered at a time. */
  readonly mostAtOnce: ReadonlyMap<string, number>;
  url(path: string): string;
  /** Answers the next requests of a path one after another, the last answer for ever; 204 by default. */
  answer(path: string, ...answers: Answer[]): void;
  /** Answers 204 to every request that waits. */
  release(): void;
};

/** Opens a server of another program on this machine. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const arrived: ArrivedWebhook[] = [];
  const answers = new Map<string, Answer[]>();
  const open = new Map<string, number>();
  const mostAtOnce = new Map<string, number>();
  const waiting = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const atOnce = (open.get(path) ?? 0) + 1;
    open.set(path, atOnce);
    mostAtOnce.set(path, Math.max(atOnce, mostAtOnce.get(path) ?? 0));
    response.on('close', () => open.set(path, (open.get(path) ?? 1) - 1));
    void request.toArray().then((parts) => {
      const text = Buffer.concat(parts as Buffer[]).toString();
      const id = String(request.headers['webhook-id']);
      arrived.push({ path, id, headers: request.headers, text, body: JSON.parse(text) as ArrivedWebhook['body'] });
      const planned = answers.get(path) ?? [];
      const answer = (planned.length > 1 ? planned.shift() : planned[0]) ?? 204;
      if (answer === 'none') waiting.add(response);
      else if (typeof answer === 'number') response.writeHead(answer).end('an answer that is not read');
      else response.writeHead(302, { location: answer.redirectTo }).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    arrived,
    mostAtOnce,
    url: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    answer: (path, ...planned) => void answers.set(path, planned),
    release() {
      for (const response of waiting) response.writeHead(204).end();
      waiting.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/**
 * Verifies a webhook as its receiver does, by the text of Standard Webhooks and without the library that signs: one signature
 * over id, time and body is by the secret, and the time is not older than five minutes.
 */
export function isSignedBy(secret: string, { headers, text }: ArrivedWebhook, now: Date): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const [version, value = ''] = signature.split(',');
      const given = Buffer.from(value, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
