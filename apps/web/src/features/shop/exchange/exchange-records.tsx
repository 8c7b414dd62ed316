import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';

const route = 'GET /activity/api/v1/vote/getVoteExchangeRecord';

type Exchange = DataOf<Contract[typeof route]>['list'][number];

type ExchangeFilter = { readonly activityId?: string };

function useExchangeRecord(filter: ExchangeFilter, pageSize: number | undefined): PagedList<Exchange> {
  return useMyPagedList({
    queryKey: [...queryKeys.exchanges, filter],
    order: 'newestFirst',
    fetchPage: (query, signal) => call(route, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
  });
}

const everything: ExchangeFilter = {};

type ExchangeRecordsProps = {
  filter?: ExchangeFilter;
  /** See `InfiniteList`. */
  more?: 'near-end' | 'on-press';
  /** The newest rows only; another screen has the whole record. */
  latest?: number;
};

/** Shows the fan's exchanges of Points for tickets, newest first. */
export function ExchangeRecords({ filter = everything, more = 'near-end', latest }: ExchangeRecordsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useExchangeRecord(filter, latest);
  return (
    <RecordList
      label={t('me.exchanges')}
      more={latest === undefined ? more : 'elsewhere'}
      pages={pages}
      errorText={t('records.exchangesError')}
      empty={{
        icon: TicketIcon,
        text: t(filter.activityId === undefined ? 'records.noExchanges' : 'records.noExchangesFiltered'),
      }}
      keyOf={(exchange) => exchange.exchangeId}
      viewOf={({ title, num, paid, received, exchangedAt }) => ({
        media: <RecordIcon icon={TicketIcon} />,
        title: num > 1 ? `${title} ×${num}` : title,
        detail: friendly(exchangedAt),
        trailing: (
          <>
            <p className="num font-extrabold text-ok">+{formatNumber(received.amount)}</p>
            <p className="num text-caption text-mute">−{t('points.count', { points: paid })}</p>
          </>
        ),
      })}
    />
  );
}
