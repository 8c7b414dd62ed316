import type { ReactNode } from 'react';
import { formatDateTime } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CopyButton } from '#/ui/copy-button.tsx';
import type { VoteRecord } from './use-vote-record.ts';

type VoteReceipt = VoteRecord['receipt'];

/** What a fan keeps of one vote, and what finds it again in the public log. */
export function Receipt({ receipt }: { receipt: VoteReceipt }): ReactNode {
  const t = useText();
  const lines = [
    [t('receipt.voteId'), receipt.voteId],
    [t('receipt.votes'), formatNumber(receipt.num)],
    [t('receipt.receivedAt'), formatDateTime(new Date(receipt.receivedAt))],
    [t('receipt.leafHash'), receipt.leafHash],
  ] as const;
  return (
    <div className="enter rounded-tile border border-dashed border-line bg-bg p-4">
      <dl className="space-y-2.5">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-caption font-semibold text-mute">{label}</dt>
            <dd className="num text-small font-semibold break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-caption text-mute">{t('receipt.note')}</p>
      <CopyButton className="mt-3 w-full" text={JSON.stringify(receipt, null, 2)} label={t('receipt.copy')} />
    </div>
  );
}
