import type { Kysely } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { enqueueAvatarRemoval } from './profiles/avatar-files.ts';
import type { PersonalData, MyData } from '#/services.ts';
import { forgetAttemptsAt } from './attempt-password.ts';
import { readUserInfo } from './fan.view.ts';
import { quotaOfAddress, quotaOfStrangers } from './mail-code.rules.ts';
import { deleteCodesOf } from './mail-code.store.ts';

/** The personal data of an account: identity, credentials and sign-ins. */
export function accountPersonalData(keys: ServerKeys): PersonalData {
  return {
    erased: [
      'fan',
      'sign_in',
      'session',
      'mail_code',
      'mailed_code',
      'mail_code_day',
      'sign_in_failure',
      'sign_in_attempt',
    ],
    kept: {},
    async erase(tx, { id, email }) {
      if (email !== null) {
        await forgetAttemptsAt(tx, keys, { email, fanId: id });
        await deleteCodesOf(tx, email, [quotaOfAddress(keys, email), quotaOfStrangers(keys, email)]);
      }
      // A cascade deletes the tokens and refresh tokens of a sign-in.
      await tx.deleteFrom('sign_in').where('fan_id', '=', id).execute();
    },
    async copy(db, { fan, mostRows }) {
      return { profile: await readProfileCopy(db, fan.id), signIns: await readSignInsCopy(db, fan.id, mostRows) };
    },
  };
}

/** Reads the profile fields that no other call returns. */
async function readProfileCopy(db: Kysely<DB>, fanId: number): Promise<MyData['profile']> {
  const { deletionRequestedAt, invitedBy, linkedWallet } = await db
    .selectFrom('fan')
    .leftJoin('fan as inviter', 'inviter.id', 'fan.invited_by')
    .leftJoin('linked_wallet as linked', 'linked.fan_id', 'fan.id')
    .select([
      'linked.address as linkedWallet',
      'fan.deletion_requested_at as deletionRequestedAt',
      'inviter.fan_code as invitedBy',
    ])
    .where('fan.id', '=', fanId)
    .executeTakeFirstOrThrow();
  return {
    ...(await readUserInfo(db, fanId)),
    invitedBy,
    linkedWallet,
    deletionRequestedAt: deletionRequestedAt?.toISOString() ?? null,
  };
}

/** Reads a fan's current and recent sign-ins, newest first, and their total number. */
async function readSignInsCopy(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['signIns']> {
  const signIns = db.selectFrom('sign_in').where('fan_id', '=', fanId);
  const { total } = await signIns.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await signIns.selectAll().orderBy('begun_at', 'desc').orderBy('id').limit(most).execute();
  return {
    total,
    rows: rows.map((row) => ({
      browser: row.browser,
      system: row.system,
      deviceType: row.device_type,
      deviceId: row.device_id,
      begunAt: row.begun_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}

/** Unsigned wallet challenges, which name an address, and the wallet of an email account. */
export const walletPersonalData: PersonalData = {
  erased: ['wallet_challenge', 'linked_wallet'],
  kept: {},
  async erase(tx, { id, walletAddress }) {
    await tx.deleteFrom('linked_wallet').where('fan_id', '=', id).execute();
    await tx
      .deleteFrom('wallet_challenge')
      .where((where) => where.or([where('fan_id', '=', id), where('address', '=', walletAddress ?? '')]))
      .execute();
  },
};

/** The uploaded picture: a file on disk that the fan's row names. */
export const profilePersonalData: PersonalData = {
  erased: [],
  kept: {},
  async erase(tx, { avatarFile }) {
    if (avatarFile !== null) await enqueueAvatarRemoval(tx, avatarFile);
  },
};
