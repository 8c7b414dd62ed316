import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { Receipt } from './receipt.tsx';
import { SetAsideNote } from './set-aside/set-aside-note.tsx';
import { StateBadge } from './set-aside/state-badge.tsx';
import { VoteSums } from './set-aside/vote-sums.tsx';
import { useVoteRecord, type VoteRecord, type VoteRecordFilter } from './use-vote-record.ts';

const everything: VoteRecordFilter = {};

type VoteRecordsProps = {
  filter?: VoteRecordFilter;
  /** Only so many of the newest; the whole record is elsewhere. */
  latest?: number;
};

/** The fan's votes, newest first, each with its receipt. */
export function VoteRecords({ filter = everything, latest }: VoteRecordsProps): ReactNode {
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
            {open.setAside ? <SetAsideNote state={open.state} setAside={open.setAside} /> : null}
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
              <StateBadge state={vote.state} />
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
