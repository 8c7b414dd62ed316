import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import type { NextStep } from './next-steps.ts';

type StepLinkProps = { step: NextStep; variant?: 'primary' | 'glass'; size?: 'medium' | 'large' };

/** What the fan can do next, as a button. */
export function StepLink({ step, variant = 'primary', size = 'medium' }: StepLinkProps): ReactNode {
  const t = useText();
  return (
    <Link href={step.to} className={buttonStyle(variant, size)}>
      {t(step.text, step.values)}
    </Link>
  );
}
