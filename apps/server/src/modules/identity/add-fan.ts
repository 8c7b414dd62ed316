import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { addInvite } from '#/modules/tasks/index.ts';
import { randomAccountId, randomAvatarSeed, randomFanCode } from './fan.rules.ts';
import { fanIdByCode, insertFan, isWayInTaken, type NewFan } from './fan.store.ts';

/** Attempts to find a free fan code among 10^12. */
const attempts = 5;

/**
 * Inserts a fan with a random account id, a fan code and the inviter; nothing if another fan has the email or wallet.
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

/** Finds the fan behind an invite code. Throws Refusal INVITE_CODE_UNKNOWN. */
export async function inviterOf(db: Kysely<DB>, inviteCode: string | undefined): Promise<number | undefined> {
  if (!inviteCode) return undefined;
  const inviter = await fanIdByCode(db, inviteCode.toUpperCase());
  if (inviter === undefined) throw new Refusal('INVITE_CODE_UNKNOWN');
  return inviter;
}
