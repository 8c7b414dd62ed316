import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import type { Order } from './goods.ts';

const tones = { paid: 'warn', processing: 'warn', done: 'ok', failed: 'warn', refunded: 'quiet' } as const;

/** How far an order has come, in two or three words. */
export function OrderState({ state }: { state: Order['state'] }): ReactNode {
  const t = useText();
  return <Badge tone={tones[state]}>{t(`order.state.${state}`)}</Badge>;
}
