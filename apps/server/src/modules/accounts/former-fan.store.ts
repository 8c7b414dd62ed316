import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { LeavingFan } from '#/fan-records.ts';
import { randomAvatarSeed, randomFanCode, randomFormerName } from './fan.rules.ts';

/**
 * Makes of a leaving fan a pseudonym. What stays is the number in the ledger, the account id, from which the receipts of
 * their votes were made, and who invited whom.
 *
 * @returns false, and changes nothing, if the fan is not leaving since `dueSince` any more, or is not who they were.
 */
export async function makeFormerFan(
  tx: Transaction<DB>,
  fan: LeavingFan,
  { dueSince, now }: { readonly dueSince: Date; readonly now: Date },
): Promise<boolean> {
  const made = await tx
    .updateTable('fan')
    .set({
      email: null,
      password_hash: null,
      wallet_address: null,
      wallet_proved_by: null,
      avatar_file: null,
      bio: '',
      nickname: randomFormerName(fan.language),
      fan_code: randomFanCode(),
      avatar_seed: randomAvatarSeed(),
      erased_at: now,
    })
    .where('id', '=', fan.id)
    .where('leaving_since', '<=', dueSince)
    .where('erased_at', 'is', null)
    .where('email', 'is not distinct from', fan.email)
    .where('wallet_address', 'is not distinct from', fan.walletAddress)
    .where('avatar_file', 'is not distinct from', fan.avatarFile)
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}
