import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { VoteStateBadge } from '#/features/elections/vote-state-badge.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { HeartIcon, SwapIcon } from '#/ui/icons/more-icons.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';
import {
  Receipt,
  QuarantineNote,
  useVoteRecord,
  type VoteRecord,
  type VoteRecordFilter,
  type VoteSums as Sums,
  type ConversionFilter,
  useConversions,
} from './receipt.tsx';

const allVotes: VoteRecordFilter = {};

type VoteRecordsProps = {
  filter?: VoteRecordFilter;
  /** The newest rows only; another screen has the whole record. */
  latest?: number;
};

/** Shows the fan's votes, newest first, each with its receipt. */
export function VoteRecords({ filter = allVotes, latest }: VoteRecordsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useVoteRecord(filter, latest);
  const isFiltered = Object.keys(filter).length > 0;
  const sums = pages.data?.pages[0]?.sums;
  return (
    <>
      {sums && latest === undefined ? <VoteSums sums={sums} /> : null}
      <RecordList
        label={t('me.votes')}
        more={latest === undefined ? 'near-end' : 'elsewhere'}
        pages={pages}
        errorText={t('records.votesError')}
        empty={{
          icon: HeartIcon,
          text: t(isFiltered ? 'records.noVotesFiltered' : 'records.noVotes'),
          action: (
            <Link href="/vote-activity" className={buttonStyle('primary')}>
              {t('records.goVote')}
            </Link>
          ),
        }}
        keyOf={(vote) => vote.voteId}
        viewOf={(vote) => ({
          media: <Portrait src={vote.portraitUrl} width={44} height={44} className="size-11 rounded-full" />,
          title: vote.idolName,
          detail: <VoteDetail vote={vote} when={friendly(vote.castAt)} />,
          trailing: <span className="num font-extrabold">{formatNumber(vote.num)}</span>,
          receiptLabel: t('receipt.of', { name: vote.idolName, count: vote.num }),
        })}
        receiptOf={(vote) => ({
          title: t('receipt.title'),
          subtitle: vote.idolName,
          content: (
            <>
              {vote.setAside ? <QuarantineNote state={vote.state} setAside={vote.setAside} /> : null}
              <Receipt receipt={vote.receipt} idolName={vote.idolName} state={vote.state} />
            </>
          ),
        })}
      />
    </>
  );
}

/** Says when a vote was cast, how many of it were free, and what became of it if it was quarantined. */
function VoteDetail({ vote: { freeVotes, state, isWithdrawn }, when }: { vote: VoteRecord; when: string }): ReactNode {
  const t = useText();
  return (
    <>
      {freeVotes > 0 ? `${when} · ${t('records.free', { count: freeVotes })}` : when}
      {isWithdrawn ? ` · ${t('idol.withdrawnMark')}` : ''}
      {state === 'counted' ? null : (
        <>
          {' '}
          <VoteStateBadge state={state} />
        </>
      )}
    </>
  );
}

/** Shows a fan's votes by state; absent when all were counted immediately. */
function VoteSums({ sums }: { sums: Sums }): ReactNode {
  const t = useText();
  const { counted, quarantined, released, voided } = sums;
  if (quarantined + released + voided === 0) return null;
  return (
    <p className="num mb-2 rounded-tile bg-raise p-3.5 text-small font-semibold">
      {t('quarantine.sums', {
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
  /** The newest rows only; another screen has the whole record. */
  latest?: number;
};

/** Shows the fan's conversions of tickets into votes, newest first. */
export function ConversionRecords({ filter = allConversions, latest }: ConversionRecordsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useConversions(filter, latest);
  return (
    <RecordList
      label={t('me.conversions')}
      more={latest === undefined ? 'near-end' : 'elsewhere'}
      pages={pages}
      errorText={t('records.conversionsError')}
      empty={{
        icon: SwapIcon,
        text: t(filter.activityId === undefined ? 'records.noConversions' : 'records.noConversionsFiltered'),
      }}
      keyOf={(conversion) => conversion.transferId}
      viewOf={({ tickets, votes, transferredAt }) => ({
        media: <RecordIcon icon={SwapIcon} />,
        title: t('records.converted', { tickets }),
        detail: friendly(transferredAt),
        trailing: <span className="num font-extrabold text-ok">+{formatNumber(votes)}</span>,
      })}
    />
  );
}
