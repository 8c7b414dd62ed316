import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Tells a fan who was leaving that signing in has taken it back. */
export function showDeletionCancelled(signedIn: { readonly leavingCancelled: boolean }): void {
  if (signedIn.leavingCancelled)
    showToast({ kind: 'success', title: text('leave.backTitle'), detail: text('leave.backText') });
}
