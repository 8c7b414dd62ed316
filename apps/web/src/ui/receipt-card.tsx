import type { ReactNode } from 'react';
import { pageBrand } from '#/lib/brand.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { CopyButton } from './copy-button.tsx';
import { FileButton } from './file-button.tsx';
import { useArrivingFocus } from './use-arriving-focus.ts';

type ReceiptCardProps = {
  lines: readonly (readonly [label: string, value: string])[];
  /** Says what the receipt proves. */
  note: string;
  /** The record as the server sent it, which the file contains. */
  record: object;
  /** Names the file, such as `vote-812345`. */
  recordName: string;
  /** True if it replaces the button that the fan pressed for it. */
  takesFocus: boolean;
};

/** Shows a receipt as a list of labelled values, to copy as text or to keep as a file. */
export function ReceiptCard({ lines, note, record, recordName, takesFocus }: ReceiptCardProps): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLDivElement>(takesFocus);
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
      <p className="mt-3 text-caption text-mute">{note}</p>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        <CopyButton
          text={lines.map(([label, value]) => t('receipt.line', { label, value })).join('\n')}
          label={t('receipt.copy')}
        />
        <FileButton makeFile={() => fileOf(record, recordName)} />
      </div>
    </div>
  );
}

function fileOf(record: object, name: string): File {
  return new File([JSON.stringify(record, null, 2)], `${pageBrand().file}-${name}.json`, { type: 'application/json' });
}

type LedgerReceiptProps = {
  transferId: string;
  /** The moved tickets or votes. */
  moved: { readonly kind: 'tickets' | 'songVotes'; readonly num: number };
  at: string;
  /** The record as the server sent it. */
  record: object;
  /** True if it replaces the button that the fan pressed for it. */
  takesFocus?: boolean;
};

/**
 * Shows a fan's receipt of tickets or of votes for a song: the line in the ledger, which the data export lists with its
 * balance.
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
