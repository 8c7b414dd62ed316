import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, CloseIcon } from '#/ui/icons/shell-icons.tsx';

const looks = {
  true: { icon: CheckIcon, tone: 'bg-ok-soft text-ok', text: 'proof.mark.ok' },
  false: { icon: CloseIcon, tone: 'bg-brand text-surface', text: 'proof.mark.wrong' },
  notYet: { icon: ClockIcon, tone: 'bg-raise text-mute', text: 'proof.mark.notYet' },
} as const;

/** Whether something holds. */
export function Mark({ ok }: { ok: boolean | 'notYet' }): ReactNode {
  const t = useText();
  const { icon: Icon, tone, text } = looks[`${ok}`];
  return (
    <span className={`grid size-7 shrink-0 place-content-center rounded-full ${tone}`}>
      <Icon size={16} />
      <span className="sr-only">{t(text)}</span>
    </span>
  );
}
