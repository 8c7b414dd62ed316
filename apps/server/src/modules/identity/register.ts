import { normaliseEmail } from '@lightstick/contract/email-address';
import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import { readUserInfo } from './fan.view.ts';
import { attemptCode, type CodeOrigin } from './attempts.ts';
import { guessAt, useCode } from './mail-code.store.ts';
import { randomNickname, randomAccountId, randomAvatarSeed, randomFanCode, isReservedNickname } from './fan.rules.ts';
import { isEmailTaken, fanIdByCode, insertFan, isWayInTaken, type NewFan } from './fan.store.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { isStrongPassword, normalisePassword } from './password.rules.ts';
import type { SealedSecret, Secrets } from './secrets.ts';
import { beginSignIn } from './sessions.ts';
import type { Services } from '#/services.ts';
import type { DB } from '#/db/schema.ts';

/** Records whom a newcomer was invited by, in the transaction of the sign-up. */
export type AddInvite = (
  tx: Transaction<DB>,
  invite: { readonly newcomerId: number; readonly inviterId: number; readonly joinedAt: Date },
) => Promise<void>;

type RegisterServices = Pick<Services, 'brand' | 'db'> & {
  readonly addInvite: AddInvite;
  readonly keys: ServerKeys;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
};

type RegisterCode = {
  readonly email: string;
  readonly code: string;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly origin: CodeOrigin;
  readonly now: Date;
};

/** Checks a registration code and leaves it usable, so that a newcomer learns of a wrong one before the next step. */
export async function checkRegisterCode(
  services: Pick<RegisterServices, 'db' | 'keys'>,
  { code, deviceId, origin, now, ...typed }: RegisterCode,
): Promise<void> {
  const email = normaliseEmail(typed.email);
  const guess = guessAt(services.keys, code, { email, purpose: 'register', fanId: undefined, deviceId, now });
  await attemptCode(services, guess, origin);
  if (await isEmailTaken(services.db, email)) throw new Refusal('EMAIL_TAKEN');
}

type Registration = {
  readonly email: string;
  readonly code: string;
  /** A fan without one signs in by mailed codes. */
  readonly password: SealedSecret | undefined;
  readonly nickname: string | undefined;
  /** The inviter's fan code. */
  readonly inviteCode: string | undefined;
  readonly language: Language;
  readonly device: Device;
  readonly origin: CodeOrigin;
  readonly now: Date;
};

/** Opens an account and signs in. A refusal leaves only the count of a wrong guess. */
export async function register(services: RegisterServices, registration: Registration) {
  const { db, keys, secrets, hasher, addInvite } = services;
  const { language, device, now } = registration;
  const email = normaliseEmail(registration.email);
  const { id: deviceId } = device;
  const guess = guessAt(keys, registration.code, { email, purpose: 'register', fanId: undefined, deviceId, now });

  const nickname = registration.nickname ?? randomNickname(language);
  if (isReservedNickname(nickname, await services.brand())) throw new Refusal('NICKNAME_RESERVED');
  const password = registration.password && normalisePassword(await secrets.open(registration.password));
  if (password !== undefined && !isStrongPassword(password, email)) throw new Refusal('WEAK_PASSWORD');
  await attemptCode(services, guess, registration.origin);
  // Only the mailbox's owner may learn that the address has an account.
  if (await isEmailTaken(db, email)) throw new Refusal('EMAIL_TAKEN');
  const invitedBy = await inviterOf(db, registration.inviteCode);

  const passwordHash = password === undefined ? null : await hasher.hash(password);

  return db.transaction().execute(async (tx) => {
    // Of two concurrent registrations with one code, the second waits here and finds the code used.
    const isFirst = await useCode(tx, guess);
    if (!isFirst) throw new Refusal((await isEmailTaken(tx, email)) ? 'EMAIL_TAKEN' : 'CODE_INVALID');
    const wayIn = { kind: 'web2', email, passwordHash } as const;
    const fanId = await addFan(tx, { wayIn, nickname, language, invitedBy, createdAt: now }, addInvite);
    if (fanId === undefined) throw new Refusal('EMAIL_TAKEN');
    const signIn = await beginSignIn(tx, { fanId, device, now });
    return { ...signIn, userInfo: await readUserInfo(tx, fanId) };
  });
}

/** Attempts to find a free fan code among 10^12. */
const attempts = 5;

/**
 * Inserts a fan with a random account id, a fan code and the inviter; nothing if another fan has the email or wallet.
 */
export async function addFan(
  tx: Transaction<DB>,
  fan: Omit<NewFan, 'accountId' | 'fanCode' | 'avatarSeed'>,
  addInvite: AddInvite,
): Promise<number | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const fanId = await insertFan(tx, {
      ...fan,
      accountId: randomAccountId(),
      fanCode: randomFanCode(),
      avatarSeed: randomAvatarSeed(),
    });
    if (fanId !== undefined) {
      if (fan.invitedBy !== undefined) {
        await addInvite(tx, { newcomerId: fanId, inviterId: fan.invitedBy, joinedAt: fan.createdAt });
      }
      return fanId;
    }
    if (await isWayInTaken(tx, fan.wayIn)) return undefined;
  }
  throw new Error(`No free account id and fan code in ${attempts} attempts`);
}

/** Finds the fan behind an invite code. Throws Refusal INVITE_CODE_UNKNOWN. */
export async function inviterOf(db: Kysely<DB>, inviteCode: string | undefined): Promise<number | undefined> {
  if (!inviteCode) return undefined;
  const inviter = await fanIdByCode(db, inviteCode.toUpperCase());
  if (inviter === undefined) throw new Refusal('INVITE_CODE_UNKNOWN');
  return inviter;
}
