import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type UpdateRefusal = ErrorOf<Contract['POST /wallet/api/v1/userExpand/updateAccountInfo']>;
type UploadRefusal = ErrorOf<Contract['POST /wallet/api/v1/userExpand/uploadAvatar']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const updateTexts: Record<UpdateRefusal, MessageId> = {
  NICKNAME_RESERVED: 'account.refused.nicknameReserved',
};

const uploadTexts: Record<UploadRefusal, MessageId> = {
  PICTURE_UNREADABLE: 'myPicture.refused.unreadable',
  PICTURE_TOO_LARGE: 'myPicture.refused.other',
  PICTURE_TOO_MANY_PIXELS: 'myPicture.refused.other',
};

export function updateErrorText(error: Error, t: Translate): string {
  return refusalText(error, updateTexts, t);
}

export function uploadErrorText(error: Error, t: Translate): string {
  return refusalText(error, uploadTexts, t);
}
