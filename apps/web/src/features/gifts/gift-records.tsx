import type { Contract, DataOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { GiftIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { LedgerReceipt } from '#/ui/ledger-receipt.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow } from '#/ui/record-row.tsx';

const route = 'POST /wallet/api/v1/userExpand/transferTicketRecords';

type GiftRecord = DataOf<Contract[typeof route]>['list'][number];
export type GiftDirection = GiftRecord['direction'];
/** Which of them: those of one activity's tickets, those that were given or those that were received. */
export type GiftFilter = { readonly activityId?: string; readonly direction?: GiftDirection };

function useGiftRecords(filter: GiftFilter): PagedList<GiftRecord> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.assets, 'gifts', accountId, filter],
    fetchPage: (paging, signal) => call(route, { body: { ...paging, ...filter } }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Tickets that the fan gave and was given, newest first, each with its receipt. */
export function GiftRecords({ filter }: { filter: GiftFilter }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<GiftRecord | null>(null);
  const pages = useGiftRecords(filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <InfiniteList
        label={t('records.tab.gifts')}
        pages={pages}
        errorText={t('records.giftsError')}
        empty={<Empty icon={GiftIcon} text={t(isFiltered ? 'records.noGiftsFiltered' : 'records.noGifts')} />}
        keyOf={(gift) => gift.giftId}
        renderRow={(gift) => <GiftRow gift={gift} onReceipt={() => setOpen(gift)} />}
      />
      {open ? (
        <Sheet title={t('receipt.giftTitle')} subtitle={nameOf(open, t)} onClose={() => setOpen(null)}>
          <div className="mt-5">
            <LedgerReceipt
              transferId={open.transferId}
              moved={{ kind: 'tickets', num: open.num }}
              at={open.givenAt}
              record={open}
            />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

function nameOf({ fan }: GiftRecord, t: ReturnType<typeof useText>): string {
  return fan?.nickname ?? t('records.byEmail');
}

function GiftRow({ gift, onReceipt }: { gift: GiftRecord; onReceipt: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const name = nameOf(gift, t);
  const isSent = gift.direction === 'sent';
  return (
    <RecordRow
      media={
        gift.fan ? (
          <Portrait src={gift.fan.avatarUrl} width={44} height={44} className="size-11 rounded-full" />
        ) : (
          <span className="grid size-11 place-content-center rounded-full bg-brand-soft text-brand">
            <GiftIcon size={20} />
          </span>
        )
      }
      title={isSent ? t('records.giftTo', { name }) : t('records.giftFrom', { name })}
      detail={friendly(gift.givenAt)}
      trailing={
        <div className="flex items-center gap-2">
          <span className={`num font-extrabold ${isSent ? '' : 'text-ok'}`}>
            {isSent ? '−' : '+'}
            {formatNumber(gift.num)}
          </span>
          <Button
            variant="soft"
            className="w-11 px-0!"
            aria-label={t('receipt.ofGift', { name, count: gift.num })}
            onClick={onReceipt}
          >
            <ReceiptIcon size={18} />
          </Button>
        </div>
      }
    />
  );
}
