import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { shortHash } from '#/features/elections/rule-set.ts';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedBy, type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { ReceiptCard } from '#/ui/receipt-card.tsx';

type VoteReceipt = VoteRecord['receipt'];

/** The proof that a receipt gives, by the vote's state. */
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

/** Shows a fan's receipt of a vote with its fingerprint. */
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

/** Says that a vote was the fan's first, once the records show no other. */
export function FirstEver({ voteId }: { voteId: string }): ReactNode {
  const t = useText();
  const [page] = useVoteRecord({}, 1).data?.pages ?? [];
  if (page?.total !== 1 || page.list[0]?.voteId !== voteId) return null;
  return (
    <p role="status" className="rise flex items-center justify-center gap-2 text-small font-bold text-brand">
      <SparkleIcon size={18} />
      {t('vote.firstEver')}
    </p>
  );
}

type SetAsideNoteProps = Pick<VoteRecord, 'state'> & { setAside: NonNullable<VoteRecord['setAside']> };

/** Says why a vote was quarantined, and what became of it: calmly, because its fan has nothing to do. */
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

const voteRecordRoute = 'GET /activity/api/v1/vote/voteRecord';
const conversionRoute = 'GET /activity/api/v1/vote/getVoteTransferRecord';

type VoteRecordPage = DataOf<Contract[typeof voteRecordRoute]>;
export type VoteRecord = VoteRecordPage['list'][number];
export type VoteState = VoteRecord['state'];
export type VoteSums = VoteRecordPage['sums'];
/** Filters them by activity, by idol or by state. */
export type VoteRecordFilter = {
  readonly activityId?: string;
  readonly idolId?: string;
  readonly state?: VoteState;
};
export type ConversionFilter = Pick<VoteRecordFilter, 'activityId'>;
type Conversion = DataOf<Contract[typeof conversionRoute]>['list'][number];

/** Loads the fan's own votes with their receipts, newest first. */
export function useVoteRecord(filter: VoteRecordFilter, pageSize?: number): PagedBy<VoteRecordPage> {
  return useMyPagedList({
    queryKey: [...queryKeys.voteRecord, filter],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(voteRecordRoute, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
  });
}

/** Loads the fan's conversions of tickets into votes, newest first. */
export function useConversions(filter: ConversionFilter, pageSize?: number): PagedList<Conversion> {
  return useMyPagedList({
    queryKey: [...queryKeys.conversions, filter],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(conversionRoute, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
  });
}
