import { Refusal } from '#/errors.ts';
import { isReservedNickname, readUserInfo, type UserInfo } from '#/modules/accounts/index.ts';
import type { Services } from '#/services.ts';
import { type ProfileChange, updateProfile } from './profile.store.ts';

/** Changes what a fan says of themselves. Throws Refusal NICKNAME_RESERVED, which leaves everything as it was. */
export async function updateAccountInfo(
  { db }: Pick<Services, 'db'>,
  fanId: number,
  change: ProfileChange,
): Promise<UserInfo> {
  if (change.nickname !== undefined && isReservedNickname(change.nickname)) throw new Refusal('NICKNAME_RESERVED');
  await updateProfile(db, fanId, change);
  return readUserInfo(db, fanId);
}
