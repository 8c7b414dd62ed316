import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { VoteStateBadge } from '#/features/elections/vote-state-badge.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon, ReceiptIcon, SwapIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { Receipt, QuarantineNote } from './receipt.tsx';
import {
  useVoteRecord,
  type VoteRecord,
  type VoteRecordFilter,
  type VoteSums as Sums,
  type ConversionFilter,
  useConversions,
} from './use-vote-record.ts';

const allVotes: VoteRecordFilter = {};

type VoteRecordsProps = {
  filter?: VoteRecordFilter;
  /** Only so many of the newest; the whole record is elsewhere. */
  latest?: number;
};

/** The fan's votes, newest first, each with its receipt. */
export function VoteRecords({ filter = allVotes, latest }: VoteRecordsProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<VoteRecord | null>(null);
  const pages = useVoteRecord(filter, latest);
  const isFiltered = Object.keys(filter).length > 0;
  const sums = pages.data?.pages[0]?.sums;
  return (
    <>
      {sums && latest === undefined ? <VoteSums sums={sums} /> : null}
      <InfiniteList
        label={t('me.votes')}
        more={latest === undefined ? 'near-end' : 'elsewhere'}
        pages={pages}
        errorText={t('records.votesError')}
        empty={
          <Empty
            icon={HeartIcon}
            text={t(isFiltered ? 'records.noVotesFiltered' : 'records.noVotes')}
            action={
              <Link href="/vote-activity" className={buttonStyle('primary')}>
                {t('records.goVote')}
              </Link>
            }
          />
        }
        keyOf={(vote) => vote.voteId}
        renderRow={(vote) => <VoteRecordRow vote={vote} onReceipt={() => setOpen(vote)} />}
      />
      {open ? (
        <Sheet title={t('receipt.title')} subtitle={open.idolName} onClose={() => setOpen(null)}>
          <div className="mt-5 space-y-4">
            {open.setAside ? <QuarantineNote state={open.state} setAside={open.setAside} /> : null}
            <Receipt receipt={open.receipt} state={open.state} />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

function VoteRecordRow({ vote, onReceipt }: { vote: VoteRecord; onReceipt: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const when = friendly(vote.castAt);
  return (
    <RecordRow
      media={<Portrait src={vote.portraitUrl} width={44} height={44} className="size-11 rounded-full" />}
      title={vote.idolName}
      detail={
        <>
          {vote.freeVotes > 0 ? `${when} · ${t('records.free', { count: vote.freeVotes })}` : when}
          {vote.state === 'counted' ? null : (
            <>
              {' '}
              <VoteStateBadge state={vote.state} />
            </>
          )}
        </>
      }
      trailing={
        <div className="flex items-center gap-2">
          <span className="num font-extrabold">{formatNumber(vote.num)}</span>
          <Button
            variant="soft"
            className="w-11 px-0!"
            aria-label={t('receipt.of', { name: vote.idolName, count: vote.num })}
            onClick={onReceipt}
          >
            <ReceiptIcon size={18} />
          </Button>
        </div>
      }
    />
  );
}

/** How many votes a fan has cast by what became of them; nothing for whom all were counted at once. */
function VoteSums({ sums }: { sums: Sums }): ReactNode {
  const t = useText();
  const { counted, quarantined, released, voided } = sums;
  if (quarantined + released + voided === 0) return null;
  return (
    <p className="num mb-2 rounded-tile bg-raise p-3.5 text-small font-semibold">
      {t('setAside.sums', {
        counted: formatNumber(counted + released),
        quarantined: formatNumber(quarantined),
        voided: formatNumber(voided),
      })}
    </p>
  );
}

const allConversions: ConversionFilter = {};

type ConversionRecordsProps = {
  filter?: ConversionFilter;
  /** Only so many of the newest; the whole record is elsewhere. */
  latest?: number;
};

/** The fan's conversions of tickets into votes, newest first. */
export function ConversionRecords({ filter = allConversions, latest }: ConversionRecordsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useConversions(filter, latest);
  return (
    <InfiniteList
      label={t('me.conversions')}
      more={latest === undefined ? 'near-end' : 'elsewhere'}
      pages={pages}
      errorText={t('records.conversionsError')}
      empty={
        <Empty
          icon={SwapIcon}
          text={t(filter.activityId === undefined ? 'records.noConversions' : 'records.noConversionsFiltered')}
        />
      }
      keyOf={(conversion) => conversion.transferId}
      renderRow={({ tickets, votes, transferredAt }) => (
        <RecordRow
          media={
            <span className="grid size-11 place-content-center rounded-full bg-brand-soft text-brand">
              <SwapIcon size={20} />
            </span>
          }
          title={t('records.converted', { tickets })}
          detail={friendly(transferredAt)}
          trailing={<span className="num font-extrabold text-ok">+{formatNumber(votes)}</span>}
        />
      )}
    />
  );
}
