import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { LedgerReceipt } from '#/ui/receipt-card.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordList } from '#/ui/record-list.tsx';

const route = 'POST /wallet/api/v1/ticketVote/getCheerRecords';

type CheerRecord = DataOf<Contract[typeof route]>['list'][number];
export type CheerFilter = { readonly activityId?: string; readonly idolId?: string };

function useCheerRecords(filter: CheerFilter): PagedList<CheerRecord> {
  return useMyPagedList({
    queryKey: [...queryKeys.assets, 'cheers', filter],
    order: 'newestFirst',
    fetchPage: (paging, signal) => call(route, { body: { ...paging, ...filter } }, { signal }),
  });
}

/** Shows the fan's cheers, newest first, each with its receipt. */
export function CheerRecords({ filter }: { filter: CheerFilter }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <RecordList
      label={t('records.tab.cheers')}
      pages={useCheerRecords(filter)}
      errorText={t('records.cheersError')}
      empty={{
        icon: HeartIcon,
        text: t(isFiltered ? 'records.noCheersFiltered' : 'records.noCheers'),
        action: (
          <Link href="/vote-activity" className={buttonStyle('primary')}>
            {t('records.goVote')}
          </Link>
        ),
      }}
      keyOf={(cheer) => cheer.cheerId}
      viewOf={({ portraitUrl, idolName, isWithdrawn, cheeredAt, num }) => ({
        media: <Portrait src={portraitUrl} width={44} height={44} className="size-11 rounded-full" />,
        title: idolName,
        detail: isWithdrawn ? `${friendly(cheeredAt)} · ${t('idol.withdrawnMark')}` : friendly(cheeredAt),
        trailing: <span className="num font-extrabold">{formatNumber(num)}</span>,
        receiptLabel: t('receipt.ofCheer', { name: idolName, count: num }),
      })}
      receiptOf={(cheer) => ({
        title: t('receipt.cheerTitle'),
        subtitle: cheer.idolName,
        content: (
          <LedgerReceipt
            transferId={cheer.transferId}
            moved={{ kind: 'tickets', num: cheer.num }}
            at={cheer.cheeredAt}
            record={cheer}
          />
        ),
      })}
    />
  );
}
