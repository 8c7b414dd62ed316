import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { VoteStateBadge } from '#/features/elections/vote-state-badge.tsx';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedBy, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';

/** Shows how many votes of an election were quarantined, what became of them, and every decision with its reason. */
export function DecisionList({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const pages = useDecisions(activityId);
  const totals = pages.data?.pages[0]?.totals;
  return (
    <>
      <p className="text-small text-mute">{t('quarantine.intro')}</p>
      {totals ? <Totals totals={totals} /> : null}
      <div className="mt-2">
        <InfiniteList
          label={t('quarantine.decisions')}
          more="on-press"
          pages={pages}
          errorText={t('quarantine.error')}
          empty={<Empty icon={CheckIcon} text={t('quarantine.none')} />}
          keyOf={(decision) => decision.decisionId}
          renderRow={(decision) => <DecisionRow decision={decision} />}
        />
      </div>
    </>
  );
}

function Totals({ totals }: { totals: QuarantineTotals }): ReactNode {
  const t = useText();
  return (
    <dl className="mt-4 grid grid-cols-3 gap-2.5">
      {(['quarantined', 'released', 'voided'] as const).map((state) => (
        <div key={state} className="rounded-tile bg-bg p-3.5">
          <dt className="text-caption font-semibold text-mute">{t(`quarantine.total.${state}`)}</dt>
          <dd className="num mt-0.5 text-title font-extrabold">{formatNumber(totals[state])}</dd>
        </div>
      ))}
    </dl>
  );
}

function DecisionRow({ decision: { verdict, reason, num, decidedAt } }: { decision: Decision }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <div className="py-2.5">
      <p className="flex items-center justify-between gap-3 text-small font-semibold">
        <span className="num">{t('quarantine.votes', { count: num })}</span>
        <VoteStateBadge state={verdict} />
      </p>
      <p className="mt-1.5 text-small">{reason}</p>
      <p className="num text-caption text-mute">{friendly(decidedAt)}</p>
    </div>
  );
}

const route = 'GET /activity/api/v1/vote/decisions';

type Decisions = DataOf<Contract[typeof route]>;
type Decision = Decisions['list'][number];
export type QuarantineTotals = Decisions['totals'];

/** Loads the decisions about an election's quarantined votes, newest first. */
function useDecisions(activityId: string): PagedBy<Decisions> {
  return usePagedList({
    queryKey: ['voteDecisions', activityId],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(route, { query: { ...query, activityId } }, { signal }),
  });
}
