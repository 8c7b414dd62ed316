import type { ComponentProps, ReactNode } from 'react';
import { useConnection } from '#/lib/connection.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from './button.tsx';

/**
 * Shows a button that moves value. Offline it says so and is disabled, because spending is never queued. It stays
 * enabled on a connection that only seems broken, because pressing shows it.
 */
export function SpendButton({ children, ...button }: ComponentProps<typeof Button>): ReactNode {
  const t = useText();
  if (useConnection() !== 'offline') return <Button {...button}>{children}</Button>;
  return (
    <Button {...button} busy aria-label={undefined}>
      {t('connection.none')}
    </Button>
  );
}
