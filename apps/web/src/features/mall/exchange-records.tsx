import type { Contract, DataOf } from '@lightstick/contract';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { PagedRecord } from '#/ui/paged-record.tsx';
import { RecordRow } from '#/ui/record-row.tsx';

type ExchangePage = DataOf<Contract['GET /activity/api/v1/vote/getVoteExchangeRecord']>;

const pageSize = 10;

function useExchangeRecord(pageNum: number): UseQueryResult<ExchangePage> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.exchanges, accountId, pageNum],
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/getVoteExchangeRecord', { query: { pageNum, pageSize } }, { signal }),
    enabled: accountId !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** The fan's exchanges of Points for tickets, newest first. */
export function ExchangeRecords(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [pageNum, setPageNum] = useState(1);
  const record = useExchangeRecord(pageNum);
  return (
    <PagedRecord
      record={record}
      onPage={setPageNum}
      errorText={t('records.exchangesError')}
      empty={<Empty icon={TicketIcon} text={t('records.noExchanges')} />}
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
