import type { Contract, DataOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { LedgerReceipt } from '#/ui/ledger-receipt.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow } from '#/ui/record-row.tsx';

const route = 'POST /wallet/api/v1/ticketVote/getCheerRecords';

type CheerRecord = DataOf<Contract[typeof route]>['list'][number];
export type CheerFilter = { readonly activityId?: string; readonly idolId?: string };

function useCheerRecords(filter: CheerFilter): PagedList<CheerRecord> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.assets, 'cheers', accountId, filter],
    fetchPage: (paging, signal) => call(route, { body: { ...paging, ...filter } }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** The fan's cheers, newest first, each with its receipt. */
export function CheerRecords({ filter }: { filter: CheerFilter }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<CheerRecord | null>(null);
  const pages = useCheerRecords(filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <InfiniteList
        label={t('records.tab.cheers')}
        pages={pages}
        errorText={t('records.cheersError')}
        empty={
          <Empty
            icon={HeartIcon}
            text={t(isFiltered ? 'records.noCheersFiltered' : 'records.noCheers')}
            action={
              <Link href="/vote-activity" className={buttonStyle('primary')}>
                {t('records.goVote')}
              </Link>
            }
          />
        }
        keyOf={(cheer) => cheer.cheerId}
        renderRow={(cheer) => <CheerRow cheer={cheer} onReceipt={() => setOpen(cheer)} />}
      />
      {open ? (
        <Sheet title={t('receipt.cheerTitle')} subtitle={open.idolName} onClose={() => setOpen(null)}>
          <div className="mt-5">
            <LedgerReceipt
              transferId={open.transferId}
              moved={{ kind: 'tickets', num: open.num }}
              at={open.cheeredAt}
              record={open}
            />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

function CheerRow({ cheer, onReceipt }: { cheer: CheerRecord; onReceipt: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <RecordRow
      media={<Portrait src={cheer.portraitUrl} width={44} height={44} className="size-11 rounded-full" />}
      title={cheer.idolName}
      detail={friendly(cheer.cheeredAt)}
      trailing={
        <div className="flex items-center gap-2">
          <span className="num font-extrabold">{formatNumber(cheer.num)}</span>
          <Button
            variant="soft"
            className="w-11 px-0!"
            aria-label={t('receipt.ofCheer', { name: cheer.idolName, count: cheer.num })}
            onClick={onReceipt}
          >
            <ReceiptIcon size={18} />
          </Button>
        </div>
      }
    />
  );
}
