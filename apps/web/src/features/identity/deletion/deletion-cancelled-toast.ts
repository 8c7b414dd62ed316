import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Shows that the sign-in has cancelled the deletion of the account. */
export function showDeletionCancelled(signedIn: { readonly deletionCancelled: boolean }): void {
  if (signedIn.deletionCancelled)
    showToast({ kind: 'success', title: text('leave.backTitle'), detail: text('leave.backText') });
}
