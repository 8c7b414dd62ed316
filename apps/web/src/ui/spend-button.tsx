import type { ComponentProps, ReactNode } from 'react';
import { useConnection } from '#/lib/connection.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from './button.tsx';

/**
 * A button that moves value. While the device has no network it says so and takes no press: what spends is never kept
 * to be sent later. A connection that only seems broken does not stop it, for pressing is how the fan finds out.
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
