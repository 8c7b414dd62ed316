import type { ReactNode } from 'react';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CopyButton } from './copy-button.tsx';
import { useArrivingFocus } from './use-arriving-focus.ts';

type LedgerReceiptProps = {
  transferId: string;
  /** What moved. */
  moved: { readonly kind: 'tickets' | 'songVotes'; readonly num: number };
  at: string;
  /** The copied record, as the server sent it. */
  record: object;
  /** It has taken the place of the button that was pressed for it. */
  takesFocus?: boolean;
};

/**
 * A fan's receipt of tickets or of votes for a song: the line in the ledger, which the data export lists with its balance.
 */
export function LedgerReceipt({ transferId, moved, at, record, takesFocus = false }: LedgerReceiptProps): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLDivElement>(takesFocus);
  const lines = [
    [t('receipt.transferId'), transferId],
    movedLine(moved, t),
    [t('receipt.receivedAt'), formatExactTime(at)],
  ] as const;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="enter rounded-tile border border-dashed border-line bg-bg p-4 outline-none"
    >
      <dl className="space-y-2.5">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-caption font-semibold text-mute">{label}</dt>
            <dd className="num text-small font-semibold break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-caption text-mute">{t('receipt.ledgerNote')}</p>
      <CopyButton className="mt-3 w-full" text={JSON.stringify(record, null, 2)} label={t('receipt.copy')} />
    </div>
  );
}

function movedLine({ kind, num }: LedgerReceiptProps['moved'], t: Translate): readonly [label: string, value: string] {
  if (kind === 'tickets') return [t('receipt.tickets'), t('tickets.count', { count: num })];
  return [t('songs.amount'), `${formatNumber(num)} ${t('votes.unit', { count: num })}`];
}
