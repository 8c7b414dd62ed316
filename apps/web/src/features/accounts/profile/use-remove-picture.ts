import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { showProfile } from './show-profile.ts';

/** Goes back to the portrait that is drawn for the fan. */
export function useRemovePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /wallet/api/v1/userExpand/removeAvatar', { body: {} }),
    onSuccess: async (userInfo) => {
      await showProfile(queryClient, userInfo);
      showToast({ kind: 'success', title: text('myPicture.removed') });
    },
  });
}
