import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Settings } from '#/config/settings.ts';

type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

export const patienceMs = 12_000;

/** Sends a request by PUBLIC_URL, as a fan's browser does. Redirects are not followed. */
export function ask(publicUrl: string, path: string, { method = 'GET', headers = {}, body }: Asking = {}) {
  const url = `${publicUrl}${path}`;
  const signal = AbortSignal.timeout(patienceMs);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: { ...headers, ...(body && { 'content-length': body.length }) }, signal };
    // Another check reports a wrong certificate, which must not hide other faults.
    const sent = url.startsWith('https:')
      ? request(url, { ...options, agent: false, rejectUnauthorized: false }, resolve)
      : requestPlain(url, { ...options, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** PUBLIC_URL, where fans have one: a server for trying out listens on this machine alone. */
export function publicUrlOf(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Settings,
): string | undefined {
  return environment['PUBLIC_URL'] ? settings.publicUrl : undefined;
}

/** The outcome of a check without PUBLIC_URL. */
export const off = { state: 'off', found: 'PUBLIC_URL is not set.' } as const;

export async function askHealth(publicUrl: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await ask(publicUrl, '/healthz', { headers });
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

const alive = z.object({
  status: z.literal('alive'),
  arrived: z.object({ address: z.string(), from: z.string(), forwardedFor: z.string() }).optional(),
});

/** Reads the server's own answer; undefined when something else answers. */
export function parseHealth(body: string): z.output<typeof alive> | undefined {
  try {
    return alive.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
