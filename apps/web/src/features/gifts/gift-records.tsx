import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { LedgerReceipt } from '#/ui/receipt-card.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordIcon, RecordList } from '#/ui/record-list.tsx';

const route = 'POST /wallet/api/v1/userExpand/transferTicketRecords';

type GiftRecord = DataOf<Contract[typeof route]>['list'][number];
export type GiftDirection = GiftRecord['direction'];
/** The filter: tickets of one activity, given or received. */
export type GiftFilter = { readonly activityId?: string; readonly direction?: GiftDirection };

function useGiftRecords(filter: GiftFilter): PagedList<GiftRecord> {
  return useMyPagedList({
    queryKey: [...queryKeys.assets, 'gifts', filter],
    order: 'newestFirst',
    fetchPage: (paging, signal) => call(route, { body: { ...paging, ...filter } }, { signal }),
  });
}

/** Lists the tickets that the fan gave and got, newest first, each with its receipt. */
export function GiftRecords({ filter }: { filter: GiftFilter }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const isFiltered = Object.keys(filter).length > 0;
  const nameOf = ({ fan }: GiftRecord) => fan?.nickname ?? t('records.byEmail');
  return (
    <RecordList
      label={t('records.tab.gifts')}
      pages={useGiftRecords(filter)}
      errorText={t('records.giftsError')}
      empty={{ icon: GiftIcon, text: t(isFiltered ? 'records.noGiftsFiltered' : 'records.noGifts') }}
      keyOf={(gift) => gift.giftId}
      viewOf={(gift) => {
        const { fan, num, givenAt, direction } = gift;
        const name = nameOf(gift);
        return {
          media: fan ? (
            <Portrait src={fan.avatarUrl} width={44} height={44} className="size-11 rounded-full" />
          ) : (
            <RecordIcon icon={GiftIcon} />
          ),
          title: t(direction === 'sent' ? 'records.giftTo' : 'records.giftFrom', { name }),
          detail: friendly(givenAt),
          trailing: <GiftAmount num={num} isSent={direction === 'sent'} />,
          receiptLabel: t('receipt.ofGift', { name, count: num }),
        };
      }}
      receiptOf={(gift) => ({
        title: t('receipt.giftTitle'),
        subtitle: nameOf(gift),
        content: (
          <LedgerReceipt
            transferId={gift.transferId}
            moved={{ kind: 'tickets', num: gift.num }}
            at={gift.givenAt}
            record={gift}
          />
        ),
      })}
    />
  );
}

function GiftAmount({ num, isSent }: { num: number; isSent: boolean }): ReactNode {
  return (
    <span className={`num font-extrabold ${isSent ? '' : 'text-ok'}`}>
      {isSent ? '−' : '+'}
      {formatNumber(num)}
    </span>
  );
}
