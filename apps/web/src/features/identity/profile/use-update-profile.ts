import type { Contract, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showProfile } from '#/features/identity/use-account.ts';
import { TransportError } from '#/lib/api/api-error.ts';
import { call } from '#/lib/api/call.ts';
import { environment, type Language } from '#/lib/environment.ts';
import { reportFailure } from '#/lib/failure.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { showLanguage } from '#/lib/i18n/show-language.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { UserInfo } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

type ProfileWords = { readonly nickname: string; readonly bio: string; readonly languageType: Language };

type ProfileChange = Partial<
  ProfileWords & { readonly remindByMail: boolean; readonly showsLevel: boolean; readonly showsSupport: boolean }
>;

/**
 * Saves the profile; omitted fields stay, and the app follows the fan's language. Called back with the new profile and the
 * sent fields.
 */
export function useUpdateProfile(onKept?: (kept: UserInfo, sent: ProfileChange) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (change: ProfileChange) => call('POST /wallet/api/v1/userExpand/updateAccountInfo', { body: change }),
    onSuccess: async (userInfo, sent) => {
      await showProfile(queryClient, userInfo);
      onKept?.(userInfo, sent);
      // A setting says nothing of the app's language, which the device may have chosen.
      if ((sent.remindByMail ?? sent.showsLevel ?? sent.showsSupport) === undefined) await speak(userInfo.languageType);
      showToast({ kind: 'success', title: text('myProfile.saved') });
    },
  });
}

/** The profile is saved even when the texts of its language fail to load. */
async function speak(language: Language): Promise<void> {
  if (language === environment().languageType) return;
  try {
    await showLanguage(language);
  } catch (cause) {
    reportFailure(new TransportError('network', `/locales/${language}.json`, { cause }));
  }
}

/** Returns the changed fields. The fan may have changed the others elsewhere. */
export function changedWords(words: ProfileWords, before: ProfileWords): Partial<ProfileWords> {
  const { nickname, bio, languageType } = words;
  return {
    ...(nickname !== before.nickname && { nickname }),
    ...(bio !== before.bio && { bio }),
    ...(languageType !== before.languageType && { languageType }),
  };
}

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
