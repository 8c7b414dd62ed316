import type { Contract, DataOf, Envelope, InputOf, RouteName } from '@lightstick/contract';
import { deviceId } from '#/lib/api/common-headers.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { humanCheckToken } from '#/lib/human-check/human-check-token.ts';
import { randomUuid } from '#/lib/random-uuid.ts';
import { sealSecret, type SealedSecret } from '#/lib/secrets/seal-secret.ts';
import type { HostFan } from './host-fan.ts';
import { settingsStore } from './host-settings.ts';

type SignedIn = DataOf<Contract['POST /wallet/api/v1/user/login']>;

const action = 'register';

/** Signs a fan in with the product's own call. Throws with the server's words when that fails. */
export async function signIn(email: string, password: string): Promise<HostFan> {
  const body = { email: email.trim(), password: await sealed(password) };
  return fanOf(await callAsHost('POST /wallet/api/v1/user/login', { body }));
}

/**
 * Opens an account for a fan who exists for trying things out only, all by the product's own calls: human check, mail
 * code, sealed password. The code is read from the development inbox, so it works where mail is not really sent.
 */
export async function registerDemoFan(): Promise<HostFan> {
  const email = `host-${randomUuid()}@example.com`;
  const { humanCheck } = await callAsHost('GET /config', {});
  const googleRecaptchaToken = await humanCheckToken(humanCheck, action);
  const query = { email, type: 1, googleRecaptchaToken, googleActionType: action } as const;
  await callAsHost('GET /wallet/api/v1/user/sendEmail', { query });
  const [code, password] = await Promise.all([mailedCode(email), sealed(`Demo-${randomUuid()}`)]);
  const body = { email, code, password, nickname: 'Demo fan' };
  return fanOf(await callAsHost('POST /wallet/api/v1/user/register', { body }));
}

/** What a host keeps of a sign-in and provides to the page. */
function fanOf({ token, passportToken, userInfo }: SignedIn): HostFan {
  return { ...userInfo, token, passportToken };
}

async function sealed(password: string): Promise<SealedSecret> {
  return sealSecret(password, await callAsHost('POST /wallet/api/v1/user/getPublicKey', { body: {} }));
}

/**
 * Calls the product as a native host app does: on its own, beside the web view, without the browser's cookies. Throws
 * with the server's words when it refuses.
 */
async function callAsHost<R extends RouteName>(route: R, input: InputOf<Contract[R]>): Promise<DataOf<Contract[R]>> {
  const { query, body } = input as { query?: Record<string, unknown>; body?: unknown };
  const [method = 'GET', path = '/'] = route.split(' ');
  const response = await fetch(path + queryString(query), {
    method,
    // Neither sends nor keeps the passport cookie, which belongs to the browser's own fan.
    credentials: 'omit',
    headers: {
      'Content-Type': 'application/json',
      'X-Deviceid': deviceId(),
      'X-Custom-Device-Type': settingsStore.read().platform.toUpperCase(),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const envelope = (await response.json()) as Envelope<DataOf<Contract[R]>>;
  if (envelope.code !== 0) throw new Error(envelope.message);
  return envelope.data as DataOf<Contract[R]>;
}

const timeoutMs = 15_000;
const pollMs = 250;

/** The six digits that the product has mailed to an address, read from the development inbox once they are there. */
async function mailedCode(email: string): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const code = await newestCode(email);
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`No mail with a code has arrived for ${email}. Sign in with an account of yours instead.`);
}

async function newestCode(email: string): Promise<string | undefined> {
  const response = await fetch(`/dev/inbox.json?to=${encodeURIComponent(email)}`);
  if (!response.ok) {
    throw new Error('This server sends real mail and has no development inbox: sign in with an account of yours.');
  }
  const { mails } = (await response.json()) as { mails: { text: string }[] };
  return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
}
