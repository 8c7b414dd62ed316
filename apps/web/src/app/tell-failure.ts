import { describeFailure, markShown } from '#/lib/failure.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { showToast, toasts } from '#/ui/toast/toast-store.ts';

/** Shows an error as a toast and marks it, so that other handlers stay silent. */
export function tellFailure(error: Error): void {
  const failure = describeFailure(error, text);
  if (!failure) return;
  markShown(error);
  // Several calls that fail by the same cause say the same thing; it is read once.
  const isOnScreen = toasts.read().some(({ title, detail }) => title === failure.title && detail === failure.detail);
  if (!isOnScreen) showToast({ kind: 'error', ...failure });
}
