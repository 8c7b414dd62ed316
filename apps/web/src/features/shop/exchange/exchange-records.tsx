import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';

const route = 'GET /activity/api/v1/vote/getVoteExchangeRecord';

type Exchange = DataOf<Contract[typeof route]>['list'][number];

type ExchangeFilter = { readonly activityId?: string };

function useExchangeRecord(filter: ExchangeFilter, pageSize: number | undefined): PagedList<Exchange> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.exchanges, accountId, filter],
    fetchPage: (query, signal) => call(route, { query: { ...query, ...filter } }, { signal }),
    ...(pageSize !== undefined && { pageSize }),
    enabled: accountId !== undefined,
  });
}

const everything: ExchangeFilter = {};

type ExchangeRecordsProps = {
  filter?: ExchangeFilter;
  /** See `InfiniteList`. */
  more?: 'near-end' | 'on-press';
  /** Only so many of the newest; the whole record is elsewhere. */
  latest?: number;
};

/** The fan's exchanges of Points for tickets, newest first. */
export function ExchangeRecords({ filter = everything, more = 'near-end', latest }: ExchangeRecordsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useExchangeRecord(filter, latest);
  return (
    <InfiniteList
      label={t('me.exchanges')}
      more={latest === undefined ? more : 'elsewhere'}
      pages={pages}
      errorText={t('records.exchangesError')}
      empty={
        <Empty
          icon={TicketIcon}
          text={t(filter.activityId === undefined ? 'records.noExchanges' : 'records.noExchangesFiltered')}
        />
      }
      keyOf={(exchange) => exchange.exchangeId}
      renderRow={({ title, num, paid, received, exchangedAt }) => (
        <RecordRow
          media={
            <span className="grid size-11 place-content-center rounded-full bg-brand-soft text-brand">
              <TicketIcon size={20} />
            </span>
          }
          title={num > 1 ? `${title} ×${num}` : title}
          detail={friendly(exchangedAt)}
          trailing={
            <>
              <p className="num font-extrabold text-ok">+{formatNumber(received.amount)}</p>
              <p className="num text-caption text-mute">−{t('points.count', { points: paid })}</p>
            </>
          }
        />
      )}
    />
  );
}
