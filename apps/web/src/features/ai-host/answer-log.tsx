import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { Empty } from '#/ui/empty.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Hands } from './featured-fan.tsx';
import { AnswerText } from './questions.tsx';
import { logKey } from './room-queries.ts';

const route = 'GET /activity/api/v1/jplive/agent/log';

type LoggedQuestion = DataOf<Contract[typeof route]>['list'][number];

function useAnswerLog(): PagedList<LoggedQuestion> {
  return usePagedList({
    queryKey: logKey,
    order: 'newestFirst',
    pageSize: 10,
    fetchPage: (paging, signal) => call(route, { query: paging }, { signal }),
  });
}

/** Lists what was asked and answered in the last 30 days, newest first. */
export function AnswerLog(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <InfiniteList
      label={t('agent.log')}
      pages={useAnswerLog()}
      errorText={t('agent.logError')}
      empty={<Empty icon={SparkleIcon} text={t('agent.logEmpty')} />}
      rowHeight={150}
      more="on-press"
      keyOf={({ questionId }) => questionId}
      renderRow={({ text, hands, pickedAt, answer }) => (
        <article className="py-4">
          <p className="num flex flex-wrap gap-x-3 text-caption font-semibold text-mute">
            <span>{friendly(pickedAt)}</span>
            <Hands count={hands} />
          </p>
          <h3 dir="auto" className="mt-1 text-body font-bold text-pretty wrap-anywhere">
            {text}
          </h3>
          <AnswerText answer={answer} />
        </article>
      )}
    />
  );
}
