import type { Contract, DataOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { MusicIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { LedgerReceipt } from '#/ui/ledger-receipt.tsx';

const route = 'GET /activity/api/v1/vote/mySongVoteList';

type SongVoteRecord = DataOf<Contract[typeof route]>['list'][number];

/** What a fan did in both rounds, newest first, votes of the final each with its receipt. */
export function SongVoteRecords({ toSongs }: { toSongs: ReactNode }): ReactNode {
  const t = useText();
  const accountId = useAccountId();
  const [open, setOpen] = useState<SongVoteRecord | null>(null);
  const pages = usePagedList({
    queryKey: [...queryKeys.songs, 'mine', accountId],
    fetchPage: (paging, signal) => call(route, { query: paging }, { signal }),
    enabled: accountId !== undefined,
  });
  return (
    <>
      <InfiniteList
        label={t('songs.mine')}
        pages={pages}
        errorText={t('songs.mineError')}
        empty={<Empty icon={MusicIcon} text={t('songs.mineNoneText')} action={toSongs} />}
        keyOf={(record) => `${record.round} ${record.recordId}`}
        renderRow={(record) => <SongVoteRow record={record} onReceipt={() => setOpen(record)} />}
      />
      {open?.transferId ? (
        <Sheet title={t('songs.receipt')} subtitle={open.title} onClose={() => setOpen(null)}>
          <div className="mt-5">
            <LedgerReceipt
              transferId={open.transferId}
              moved={{ kind: 'songVotes', num: open.num }}
              at={open.votedAt}
              record={open}
            />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

function SongVoteRow({ record, onReceipt }: { record: SongVoteRecord; onReceipt: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <RecordRow
      media={<Cover src={record.coverUrl} width={44} height={44} className="size-11 rounded-control" />}
      title={record.title}
      detail={friendly(record.votedAt)}
      trailing={
        record.round === 'nominations' ? (
          <span className="text-small font-bold text-mute">{t('songs.nominated')}</span>
        ) : (
          <div className="flex items-center gap-2">
            <span className="num font-extrabold">{formatNumber(record.num)}</span>
            <Button
              variant="soft"
              className="w-11 px-0!"
              aria-label={t('songs.receiptOf', { title: record.title, count: record.num })}
              onClick={onReceipt}
            >
              <ReceiptIcon size={18} />
            </Button>
          </div>
        )
      }
    />
  );
}
