import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { MinusIcon } from '#/ui/icons/more-icons.tsx';
import { longestPassword, type PasswordCheck, shortestPassword } from './password-strength.ts';

/** The rules of a password, ticked off while typing. */
export function PasswordChecklist({ check }: { check: PasswordCheck }): ReactNode {
  const t = useText();
  const rules = [
    { met: check.length, text: t('password.length', { min: shortestPassword, max: longestPassword }) },
    { met: check.variety, text: t('password.variety') },
    { met: check.notEmail, text: t('password.notEmail') },
  ];
  return (
    <ul className="space-y-1">
      {rules.map(({ met, text }) => (
        <li key={text} className={`flex items-center gap-2 ${met ? 'text-ok' : 'text-mute'}`}>
          {met ? <CheckIcon size={16} /> : <MinusIcon size={16} />}
          {text}
          <span className="sr-only">{met ? t('password.met') : t('password.unmet')}</span>
        </li>
      ))}
    </ul>
  );
}
