import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { addInvite } from '#/modules/tasks/index.ts';
import { randomAccountId, randomAvatarSeed, randomFanCode } from './fan.rules.ts';
import { fanIdByCode, insertFan, isWayInTaken, type NewFan } from './fan.store.ts';

/** Of 10^12 fan codes one may be taken already, so a few are tried. */
const attempts = 5;

/**
 * Adds a fan under an account id and a fan code of their own, with the invite that brought them; nothing if the way in is
 * another fan's.
 */
export async function addFan(
  tx: Transaction<DB>,
  fan: Omit<NewFan, 'accountId' | 'fanCode' | 'avatarSeed'>,
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

/** The fan whose code a newcomer gave. Throws Refusal INVITE_CODE_UNKNOWN. */
export async function inviterOf(db: Kysely<DB>, inviteCode: string | undefined): Promise<number | undefined> {
  if (!inviteCode) return undefined;
  const inviter = await fanIdByCode(db, inviteCode.toUpperCase());
  if (inviter === undefined) throw new Refusal('INVITE_CODE_UNKNOWN');
  return inviter;
}
