import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { videoUploadPath } from '@lightstick/contract';
import * as z from 'zod';
import { issueProbeToken, probeHeader } from '#/config/probe-token.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Settings } from '#/config/settings.ts';
import type { Arrival } from '#/http/health.ts';
import { CannotKnow, type Check, checkBySettings, listed, reasonOf } from './check.ts';

type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

const patienceMs = 12_000;

/** Sends a request by PUBLIC_URL, as a fan's browser does. Redirects are not followed. */
function ask(publicUrl: string, path: string, { method = 'GET', headers = {}, body }: Asking = {}) {
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
function publicUrlOf(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Settings,
): string | undefined {
  return environment['PUBLIC_URL'] ? settings.publicUrl : undefined;
}

const off = { state: 'off', found: 'PUBLIC_URL is not set.' } as const;

async function askHealth(publicUrl: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await ask(publicUrl, '/healthz', { headers });
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

const alive = z.object({
  status: z.literal('alive'),
  arrived: z.object({ address: z.string(), from: z.string(), forwardedFor: z.string() }).optional(),
});

/** Reads the server's own answer; undefined when something else answers. */
function parseHealth(body: string): z.output<typeof alive> | undefined {
  try {
    return alive.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

const reached = checkBySettings(
  {
    id: 'address-reached',
    group: 'address',
    what: 'PUBLIC_URL',
    why: 'Fans, mails and hosts use this address.',
    outcomes: {
      off,
      reached: { state: 'ok', found: '{url} leads to the server.' },
      away: {
        state: 'wrong',
        found: '{url} does not answer: {reason}.',
        advice: 'Check the name in the DNS, the firewall, and that nginx and a replica run.',
      },
      other: {
        state: 'wrong',
        found: '{url} is answered by something else, with status {status}.',
        advice: 'Let the proxy hand all paths on to the server, and follow no redirect to another name.',
      },
    },
  },
  async ({ environment, settings }) => {
    const url = publicUrlOf(environment, settings);
    if (url === undefined) return { outcome: 'off' };
    try {
      const { status, body } = await askHealth(url);
      return parseHealth(body) ? { outcome: 'reached', url } : { outcome: 'other', url, status };
    } catch (error) {
      return { outcome: 'away', url, reason: reasonOf(error) };
    }
  },
);

const dayMs = 24 * 60 * 60_000;
const fewestDays = 14;

type Certificate = { readonly until: Date; readonly fault: string | undefined };

function readCertificate(url: URL): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const options = {
      host,
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      timeout: patienceMs,
      ...servername,
    };
    const socket = connect(options, () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const { authorizationError: fault } = socket;
      resolve({ until: new Date(validTo), fault: fault ? String(fault) : undefined });
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  });
}

const certificate = checkBySettings(
  {
    id: 'certificate',
    group: 'address',
    what: 'Certificate',
    why: 'With an expired certificate no browser opens the page.',
    outcomes: {
      off: { state: 'off', found: 'PUBLIC_URL is not https.' },
      lasts: { state: 'ok', found: 'It is trusted, and lasts {days} days.' },
      soon: {
        state: 'wrong',
        found: 'It expires in {days} days, at {until}.',
        advice: 'Renew it, reload nginx, and see why that does not happen by itself.',
      },
      expired: { state: 'wrong', found: 'It expired at {until}.', advice: 'Renew it, and reload nginx.' },
      untrusted: {
        state: 'wrong',
        found: 'Browsers do not trust it: {fault}.',
        advice: 'Install one for this very name, with the whole chain (fullchain.pem).',
      },
    },
  },
  async ({ settings: { publicUrl }, now }) => {
    if (!publicUrl.startsWith('https:')) return { outcome: 'off' };
    const { until, fault } = await readCertificate(new URL(publicUrl));
    const values = { days: Math.floor((until.getTime() - now().getTime()) / dayMs), until: until.toISOString() };
    if (until < now()) return { outcome: 'expired', ...values };
    if (fault !== undefined) return { outcome: 'untrusted', fault };
    return { outcome: values.days < fewestDays ? 'soon' : 'lasts', ...values };
  },
);

/** An address for examples (RFC 5737), which no fan has. */
const invented = '203.0.113.195';

/** Judges by which address the server would count a fan. */
function judgeArrival({ address, from, forwardedFor }: Arrival, isHttps: boolean): 'own' | 'believed' | 'proxy' {
  if (address === invented) return 'believed';
  const byProxies = forwardedFor.split(',').flatMap((one) => (['', invented].includes(one.trim()) ? [] : [one.trim()]));
  if (byProxies.includes(address)) return 'own';
  // The server itself speaks no TLS, so that a proxy stands in front where the address is https.
  return address === from && (byProxies.length > 0 || isHttps) ? 'proxy' : 'own';
}

const fanAddress = checkBySettings(
  {
    id: 'fan-address',
    group: 'address',
    what: 'Address of a fan',
    why: 'Rates and claim limits count by the address of a fan.',
    outcomes: {
      off,
      own: { state: 'ok', found: 'This machine is seen as {address}.' },
      believed: {
        state: 'wrong',
        found: 'The server believes an address that a fan writes into X-Forwarded-For.',
        advice: 'Lower TRUST_PROXY to the number of your proxies, and let the outermost one overwrite X-Forwarded-For.',
      },
      proxy: {
        state: 'wrong',
        found: 'Every fan is seen as {address}, which is the proxy.',
        advice: 'Set TRUST_PROXY to the number of your proxies, and X-Forwarded-For in each of them.',
      },
      stranger: {
        state: 'unknown',
        found: 'What answers has another SERVER_SECRET or release than these settings.',
        advice: 'Run the doctor with the settings of the servers: another SERVER_SECRET signs fans out at random.',
      },
    },
  },
  async ({ environment, settings, now }) => {
    const url = publicUrlOf(environment, settings);
    if (url === undefined) return { outcome: 'off' };
    const token = issueProbeToken(createServerKeys(settings.serverSecret), now());
    const { body } = await askHealth(url, { [probeHeader]: token, 'x-forwarded-for': invented });
    const health = parseHealth(body);
    if (!health) throw new CannotKnow('PUBLIC_URL does not lead to the server.');
    if (!health.arrived) return { outcome: 'stranger' };
    return { outcome: judgeArrival(health.arrived, settings.secureOrigin), address: health.arrived.address };
  },
);

/** A stream that needs no content: it begins with a line at once. */
const streamPath = '/activity/api/v1/packet/stream';
const firstLineMs = 5_000;

const streams = checkBySettings(
  {
    id: 'streams',
    group: 'address',
    what: 'Live streams',
    why: 'The ranking, the chat and red packets come as server-sent events.',
    outcomes: {
      off,
      live: { state: 'ok', found: 'Events come at once.' },
      held: {
        state: 'wrong',
        found: 'A proxy holds events back: none came within {seconds} seconds.',
        advice: 'Turn buffering off for the streams, as the location of streams in deploy/nginx.conf does.',
      },
      refused: {
        state: 'wrong',
        found: 'The stream is answered with status {status}.',
        advice: 'Let the proxy hand on what is below /activity/api/v1/.',
      },
    },
  },
  async ({ environment, settings }) => {
    const url = publicUrlOf(environment, settings);
    if (url === undefined) return { outcome: 'off' };
    const held = { outcome: 'held', seconds: firstLineMs / 1000 } as const;
    const opening = ask(url, streamPath, { headers: { accept: 'text/event-stream' } });
    const late = AbortSignal.timeout(firstLineMs);
    const stream = await Promise.race([opening, untilAborted(late)]);
    if (!stream) {
      opening.then((answer) => answer.destroy()).catch(() => undefined);
      return held;
    }
    try {
      const status = stream.statusCode ?? 0;
      if (status !== 200) return { outcome: 'refused', status };
      const came = new Promise<true>((resolve) => stream.once('data', () => resolve(true)));
      return (await Promise.race([came, untilAborted(late)])) ? { outcome: 'live' } : held;
    } finally {
      stream.destroy();
    }
  },
);

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** The largest bodies that fans send. They come without a sign-in, so the server refuses them; a proxy does it in other words. */
const uploads = [
  {
    what: 'pictures',
    path: '/wallet/api/v1/userExpand/uploadAvatar',
    method: 'POST',
    type: 'multipart/form-data; boundary=doctor',
    bytes: 5_000_000,
  },
  {
    what: 'parts of videos',
    path: `${videoUploadPath}/${'0'.repeat(32)}`,
    method: 'PATCH',
    type: 'application/offset+octet-stream',
    bytes: 5_000_000,
  },
] as const;

const envelope = z.object({ code: z.int(), message: z.string() });

/** Returns whether a body reached the server, whose refusals are envelopes. */
async function passes(url: string, { path, method, type, bytes }: (typeof uploads)[number]): Promise<boolean> {
  const headers = { 'content-type': type, 'tus-resumable': '1.0.0', 'upload-offset': '0' };
  const answer = await ask(url, path, { method, headers, body: Buffer.alloc(bytes) });
  const body = await text(answer);
  try {
    return answer.statusCode !== 413 && envelope.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

const sizes = checkBySettings(
  {
    id: 'uploads',
    group: 'address',
    what: 'Uploads',
    why: 'Fans send pictures, and videos in parts, of up to 5 MB.',
    outcomes: {
      off,
      pass: { state: 'ok', found: '5 MB reach the server.' },
      stopped: {
        state: 'wrong',
        found: 'The proxy refuses 5 MB for {what}.',
        advice: 'Allow 6 MB there, as client_max_body_size in deploy/nginx.conf does.',
      },
    },
  },
  async ({ environment, settings }) => {
    const url = publicUrlOf(environment, settings);
    if (url === undefined) return { outcome: 'off' };
    const tried = await Promise.all(uploads.map(async (one) => ((await passes(url, one)) ? [] : [one.what])));
    const stopped = tried.flat();
    return stopped.length > 0 ? { outcome: 'stopped', what: listed(stopped) } : { outcome: 'pass' };
  },
);

export const addressChecks: readonly Check[] = [reached, certificate, fanAddress, streams, sizes];
