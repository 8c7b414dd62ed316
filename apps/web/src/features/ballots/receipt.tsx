import type { ReactNode } from 'react';
import { shortHash } from '#/features/elections/rule-set.ts';
import type { VoteRecord, VoteState } from './use-vote-record.ts';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CopyButton } from '#/ui/copy-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type VoteReceipt = VoteRecord['receipt'];

/** What a receipt proves, by the vote's state. */
const notes = {
  counted: 'receipt.note',
  released: 'receipt.note',
  quarantined: 'receipt.noteQuarantined',
  voided: 'receipt.noteVoided',
} as const satisfies Record<VoteState, MessageId>;

type ReceiptProps = {
  receipt: VoteReceipt;
  state: VoteState;
  /** It has taken the place of the button that was pressed for it. */
  takesFocus?: boolean;
};

/** A fan's receipt of a vote, which identifies it in the public log. */
export function Receipt({ receipt, state, takesFocus = false }: ReceiptProps): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLDivElement>(takesFocus);
  const lines = [
    [t('receipt.voteId'), receipt.voteId],
    [t('receipt.votes'), formatNumber(receipt.num)],
    [t('receipt.receivedAt'), formatExactTime(receipt.receivedAt)],
    [t('receipt.leafHash'), receipt.leafHash],
    ...(receipt.rulesHash === null ? [] : ([[t('receipt.rules'), shortHash(receipt.rulesHash)]] as const)),
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
      <p className="mt-3 text-caption text-mute">{t(notes[state])}</p>
      <CopyButton className="mt-3 w-full" text={JSON.stringify(receipt, null, 2)} label={t('receipt.copy')} />
    </div>
  );
}

type SetAsideNoteProps = Pick<VoteRecord, 'state'> & { setAside: NonNullable<VoteRecord['setAside']> };

/** Why a vote was quarantined, and what became of it: calmly, because there is nothing that its fan has to do. */
export function QuarantineNote({ state, setAside: { why, decision } }: SetAsideNoteProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <div className="rounded-tile bg-raise p-4 text-small">
      <p className="font-bold">{t(`quarantine.note.${state === 'counted' ? 'quarantined' : state}`)}</p>
      <p className="mt-1.5">{why}</p>
      {decision ? (
        <p className="mt-1.5">
          {t(decision.isByRule ? 'quarantine.decidedByRule' : 'quarantine.decided', {
            when: friendly(decision.decidedAt),
          })}{' '}
          {decision.reason}
        </p>
      ) : (
        <p className="mt-1.5 text-mute">{t('quarantine.nothingToDo')}</p>
      )}
    </div>
  );
}
