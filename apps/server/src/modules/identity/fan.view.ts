import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import type { MyData } from '#/services.ts';

export type UserInfo = DataOf<Contract['POST /wallet/api/v1/userExpand/getUserInfo']>;

export async function readUserInfo(db: Kysely<DB>, fanId: number): Promise<UserInfo> {
  const fan = await db.selectFrom('fan').selectAll().where('id', '=', fanId).executeTakeFirstOrThrow();
  return {
    accountId: fan.account_id,
    // Table constraints limit both to the contract's values.
    accountKind: fan.kind as UserInfo['accountKind'],
    languageType: fan.language as Language,
    nickname: fan.nickname,
    email: fan.email,
    walletAddress: fan.wallet_address,
    hasPassword: fan.password_hash !== null,
    avatarUrl: avatarUrlOf(fan),
    bio: fan.bio,
    remindByMail: fan.remind_by_mail,
    showsLevel: fan.shows_level,
    showsSupport: fan.shows_support,
    fanCode: fan.fan_code,
    createdAt: fan.created_at.toISOString(),
  };
}

/** Reads the profile fields that no other call returns. */
export async function readProfileCopy(db: Kysely<DB>, fanId: number): Promise<MyData['profile']> {
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
