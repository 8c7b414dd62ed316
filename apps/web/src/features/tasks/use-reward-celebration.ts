import { useText } from '#/lib/i18n/use-text.ts';
import { celebrate } from '#/ui/confetti.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/** What happens when the server has paid a reward, and not a moment sooner. */
export function useRewardCelebration(title: string): (points: number) => void {
  const t = useText();
  return (points) => {
    celebrate();
    showToast({ kind: 'success', title: t('task.paid', { points }), detail: title });
  };
}
