import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { readUserInfo } from './accounts.view.ts';
import { normaliseEmail } from './email.rules.ts';
import { cleanNickname, randomAccountId, randomAvatarSeed, randomFanCode, randomNickname } from './fan.rules.ts';
import { fanIdByCode, insertFan, isEmailTaken, type NewFan } from './fan.store.ts';
import { codeHash, type CodePurpose } from './mail-code.rules.ts';
import { countGuess, useCode } from './mail-code.store.ts';
import { isStrongPassword, normalisePassword } from './passwords/password.rules.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SealedSecret, Secrets } from './secrets/secrets.ts';
import { beginSignIn } from './sessions.ts';

type RegisterServices = Pick<Services, 'db'> & {
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

type Registration = {
  readonly email: string;
  readonly code: string;
  readonly password: SealedSecret;
  readonly nickname: string | undefined;
  /** The fan code of who brought the newcomer here. */
  readonly inviteCode: string | undefined;
  readonly language: Language;
  readonly deviceId: string | undefined;
  readonly now: Date;
};

const purpose: CodePurpose = 'register';

/**
 * Opens an account and signs in. A refusal leaves nothing behind but the guess at the code, if it was wrong.
 * Throws Refusal SECRET_KEY_RETIRED, SECRET_UNREADABLE, WEAK_PASSWORD, CODE_INVALID, CODE_EXHAUSTED, EMAIL_TAKEN or
 * INVITE_CODE_UNKNOWN.
 */
export async function register(services: RegisterServices, registration: Registration) {
  const { db, keys, secrets, hasher } = services;
  const { language, deviceId, now } = registration;
  const email = normaliseEmail(registration.email);
  const guess = { email, purpose, codeHash: codeHash(keys, registration.code, email, purpose), now };

  const password = normalisePassword(await secrets.open(registration.password));
  if (!isStrongPassword(password, email)) throw new Refusal('WEAK_PASSWORD');
  await checkCode(services, guess);
  // Only whoever holds the mailbox's code learns that it has an account.
  if (await isEmailTaken(db, email)) throw new Refusal('EMAIL_TAKEN');
  const invitedBy = await inviterOf(services, registration.inviteCode);

  const passwordHash = await hasher.hash(password);
  const nickname = cleanNickname(registration.nickname) ?? randomNickname(language);

  return db.transaction().execute(async (tx) => {
    // Of two registrations with the same code, the second waits here and finds the code used.
    const isFirst = await useCode(tx, guess);
    if (!isFirst) throw new Refusal((await isEmailTaken(tx, email)) ? 'EMAIL_TAKEN' : 'CODE_INVALID');
    const fanId = await addFan(tx, { email, passwordHash, nickname, language, invitedBy, createdAt: now });
    const signIn = await beginSignIn(tx, { fanId, deviceId, now });
    return { ...signIn, userInfo: await readUserInfo(tx, fanId) };
  });
}

async function checkCode({ db }: RegisterServices, guess: Parameters<typeof countGuess>[1]): Promise<void> {
  const outcome = await countGuess(db, guess);
  if (outcome === 'exhausted') throw new Refusal('CODE_EXHAUSTED');
  if (outcome !== 'right') throw new Refusal('CODE_INVALID');
}

async function inviterOf({ db }: RegisterServices, inviteCode: string | undefined): Promise<number | undefined> {
  if (!inviteCode) return undefined;
  const inviter = await fanIdByCode(db, inviteCode.toUpperCase());
  if (inviter === undefined) throw new Refusal('INVITE_CODE_UNKNOWN');
  return inviter;
}

/** Of 10^12 fan codes one may be taken already, so a few are tried. */
const attempts = 5;

async function addFan(tx: Transaction<DB>, fan: Omit<NewFan, 'accountId' | 'fanCode' | 'avatarSeed'>): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const fanId = await insertFan(tx, {
      ...fan,
      accountId: randomAccountId(),
      fanCode: randomFanCode(),
      avatarSeed: randomAvatarSeed(),
    });
    if (fanId !== undefined) return fanId;
    if (await isEmailTaken(tx, fan.email)) throw new Refusal('EMAIL_TAKEN');
  }
  throw new Error(`No free account id and fan code in ${attempts} attempts`);
}
