import { normaliseEmail } from '@lightstick/contract/email-address';
import { randomUUID, webcrypto } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { addFan } from '#/modules/identity/register.ts';
import { addInvite } from '#/modules/tasks/index.ts';
import { beginSignIn } from '#/modules/identity/sessions.ts';
import { refreshTokenCookie } from '#/modules/identity/cookies.ts';
import { randomNickname } from '#/modules/identity/fan.rules.ts';
import { readUserInfo } from '#/modules/identity/fan.view.ts';
import { createAltcha } from '#/modules/identity/human-check/human-check.ts';
import { createPasswordHasher } from '#/modules/identity/password-hasher.ts';
import { normalisePassword } from '#/modules/identity/password.rules.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { givenKeyPair } from './given-key-pair.ts';
import type { World } from './world.ts';
import { runJobs } from './run-jobs.ts';

export { runJobs };

const getPublicKey = 'POST /wallet/api/v1/user/getPublicKey';
const sendEmail = 'GET /wallet/api/v1/user/sendEmail';
const register = 'POST /wallet/api/v1/user/register';

export const goodPassword = 'stage-light 42';

export function newEmail(): string {
  return `fan-${randomUUID()}@example.com`;
}

/**
 * Makes a human-check token of the server under test. It comes from a challenge that the server signed but that takes
 * no work, because tests are about what a token opens.
 */
export async function humanToken({ clock, services }: World): Promise<string> {
  const keys = createServerKeys(services.settings.serverSecret);
  const challenge = await createAltcha({ clock, keys, most: 1 }).challenge();
  return solvedToken(challenge);
}

/** Solves a challenge as a browser does. */
export async function solvedToken(challenge: unknown): Promise<string> {
  const asked = challenge as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge: asked, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

export type SealOptions = { readonly at?: Date; readonly nonce?: string; readonly plaintext?: string };

/** Encrypts a secret as a browser does, under the server's present key. */
export async function sealed(world: World, value: string, options: SealOptions = {}) {
  await givenKeyPair(world);
  const { data } = await world.call(getPublicKey, { body: {} });
  const { nonce = randomUUID(), at = world.clock.now() } = options;
  const plaintext = options.plaintext ?? JSON.stringify({ value, nonce, ts: at.getTime() });
  return { keyId: data.keyId, ciphertext: await encrypted(data.publicKey, plaintext) };
}

async function encrypted(pem: string, plaintext: string): Promise<string> {
  const spki = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt']);
  const ciphertext = await webcrypto.subtle.encrypt(algorithm, key, Buffer.from(plaintext));
  return Buffer.from(ciphertext).toString('base64');
}

/** Lists the mails that have reached an address by now, newest first. */
export async function mailsTo(world: World, email: string) {
  await runJobs(world);
  return world.db
    .selectFrom('development_mail')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('sent_at', 'desc')
    .execute();
}

export type CodeOptions = {
  readonly language?: Language;
  /** What the code is for; 1 is registering. */
  readonly type?: number;
  /** The token of the calling fan, where a session is required. */
  readonly token?: string;
  /** The device that asks; each has separate codes. */
  readonly device?: string;
  /** The network that asks, for worlds that trust a proxy. */
  readonly network?: string;
  /** The `Cookie` header. */
  readonly cookie?: string;
};

/** Asks for a code, from a new device unless one is given, so that one fan does not have to wait for another. */
export async function askForCode(world: World, email: string, options: CodeOptions = {}) {
  const { language, type = 1, token, device = randomUUID(), network, cookie } = options;
  return world.call(sendEmail, {
    query: { email, type, googleRecaptchaToken: await humanToken(world) },
    headers: {
      'x-deviceid': device,
      ...(token === undefined ? {} : { token }),
      ...(network === undefined ? {} : { 'x-forwarded-for': network }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(language ? { language } : {}),
  });
}

/** Asks for a code and reads it from the mail. */
export async function receivedCode(world: World, email: string, options: CodeOptions = {}): Promise<string> {
  await askForCode(world, email, options);
  const [newest] = await mailsTo(world, email);
  const code = /\b\d{6}\b/.exec(newest?.text_body ?? '')?.[0];
  if (!code) throw new Error(`There is no code in the newest mail to ${email}`);
  return code;
}

/** Opens an account the way fans do, by all of registering; `signUp` leaves the same rows. */
export async function registerFan(world: World, email = newEmail(), password = goodPassword) {
  const code = await receivedCode(world, email);
  const reply = await world.call(register, { body: { email, code, password: await sealed(world, password) } });
  if (reply.refusal) throw new Error(`Signing up was refused: ${reply.refusal}`);
  return { ...reply.data, email, password, headers: reply.headers };
}

const hashes = new Map<string, Promise<string>>();

/**
 * Hashes a password as the world's server keeps it. Each is hashed once, because hashing takes longer than everything
 * else.
 */
function hashOf({ services }: World, password: string): Promise<string> {
  const { passwordCost } = services.settings;
  const name = JSON.stringify([passwordCost, password]);
  const known = hashes.get(name) ?? createPasswordHasher(passwordCost).hash(password);
  hashes.set(name, known);
  return known;
}

/** Puts an account in place as registering leaves it, signed in on a device without a name. */
export async function signUp(world: World, email = newEmail(), password = goodPassword) {
  const { clock, db, services } = world;
  const now = clock.now();
  const passwordHash = await hashOf(world, normalisePassword(password));
  return db.transaction().execute(async (tx) => {
    const wayIn = { kind: 'web2', email: normaliseEmail(email), passwordHash } as const;
    const language = 'en_US' as const;
    const newcomer = { wayIn, nickname: randomNickname(language), language, invitedBy: undefined, createdAt: now };
    const fanId = await addFan(tx, newcomer, addInvite);
    if (fanId === undefined) throw new Error(`${email} has an account`);
    const device = { id: undefined, type: undefined, userAgent: 'lightMyRequest' };
    const { passportToken, ...signIn } = await beginSignIn(tx, { fanId, device, now });
    const headers = { 'set-cookie': refreshTokenCookie(passportToken, services.settings.secureOrigin) };
    return { ...signIn, passportToken, userInfo: await readUserInfo(tx, fanId), email, password, headers };
  });
}
