import { useText } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** What happens when a claim is held: the fan is told that it has arrived, and nothing is celebrated yet. */
export function useHeldToast(title: string): () => void {
  const t = useText();
  return () => showToast({ kind: 'notice', title: t('task.heldToast'), detail: title });
}
