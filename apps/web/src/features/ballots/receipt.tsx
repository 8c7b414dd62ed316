import type { ReactNode } from 'react';
import { shortHash } from '#/features/elections/rule-set.ts';
import type { VoteRecord, VoteState } from './use-vote-record.ts';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ReceiptCard } from '#/ui/receipt-card.tsx';

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
  idolName: string;
  state: VoteState;
  /** True if it replaces the button that the fan pressed for it. */
  takesFocus?: boolean;
};

/** A fan's receipt of a vote with its fingerprint. */
export function Receipt({ receipt, idolName, state, takesFocus = false }: ReceiptProps): ReactNode {
  const t = useText();
  const lines = [
    [t('receipt.voteId'), receipt.voteId],
    [t('receipt.votes'), t('receipt.votesFor', { count: receipt.num, name: idolName })],
    [t('receipt.receivedAt'), formatExactTime(receipt.receivedAt)],
    [t('receipt.leafHash'), receipt.leafHash],
    ...(receipt.rulesHash === null ? [] : ([[t('receipt.rules'), shortHash(receipt.rulesHash)]] as const)),
  ] as const;
  return (
    <ReceiptCard
      lines={lines}
      note={t(notes[state])}
      record={receipt}
      recordName={`vote-${receipt.voteId}`}
      takesFocus={takesFocus}
    />
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
