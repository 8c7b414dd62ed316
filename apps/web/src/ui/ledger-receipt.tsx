import type { ReactNode } from 'react';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ReceiptCard } from './receipt-card.tsx';

type LedgerReceiptProps = {
  transferId: string;
  /** What moved. */
  moved: { readonly kind: 'tickets' | 'songVotes'; readonly num: number };
  at: string;
  /** The record as the server sent it. */
  record: object;
  /** True if it replaces the button that the fan pressed for it. */
  takesFocus?: boolean;
};

/**
 * A fan's receipt of tickets or of votes for a song: the line in the ledger, which the data export lists with its balance.
 */
export function LedgerReceipt({ transferId, moved, at, record, takesFocus = false }: LedgerReceiptProps): ReactNode {
  const t = useText();
  const lines = [
    [t('receipt.transferId'), transferId],
    movedLine(moved, t),
    [t('receipt.receivedAt'), formatExactTime(at)],
  ] as const;
  return (
    <ReceiptCard
      lines={lines}
      note={t('receipt.ledgerNote')}
      record={record}
      recordName={`ledger-${transferId}`}
      takesFocus={takesFocus}
    />
  );
}

function movedLine({ kind, num }: LedgerReceiptProps['moved'], t: Translate): readonly [label: string, value: string] {
  if (kind === 'tickets') return [t('receipt.tickets'), t('tickets.count', { count: num })];
  return [t('songs.amount'), `${formatNumber(num)} ${t('votes.unit', { count: num })}`];
}
