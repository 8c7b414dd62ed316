import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';

type FormStepProps = { place: number; state: 'done' | 'now' | 'coming'; children: ReactNode };

const badges = {
  done: 'bg-ok-soft text-ok',
  now: 'bg-brand-soft text-brand',
  coming: 'bg-raise text-mute',
} as const;

/** One step on the way from the form to its reward. */
export function FormStep({ place, state, children }: FormStepProps): ReactNode {
  const t = useText();
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex items-start gap-3">
      <span
        aria-hidden="true"
        className={`num grid size-7 shrink-0 place-items-center rounded-full text-small font-bold ${badges[state]}`}
      >
        {state === 'done' ? <CheckIcon size={16} /> : place}
      </span>
      <span className={`min-w-0 flex-1 pt-0.5 font-semibold ${state === 'coming' ? 'text-mute' : ''}`}>
        {children}
        {state === 'done' ? <span className="sr-only"> {t('form.stepDone')}</span> : null}
      </span>
    </li>
  );
}
