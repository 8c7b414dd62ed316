import { text } from 'node:stream/consumers';
import { videoUploadPath } from '@lightstick/contract';
import * as z from 'zod';
import { type Check, checkBySettings, listed } from './check.ts';
import { ask, off, publicUrlOf } from './public-address.ts';

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

export const proxyChecks: readonly Check[] = [streams, sizes];
