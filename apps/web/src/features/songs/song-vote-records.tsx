import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { Cover } from '#/ui/cover.tsx';
import { MusicIcon } from '#/ui/icons/shell-icons.tsx';
import { LedgerReceipt } from '#/ui/receipt-card.tsx';
import { RecordList } from '#/ui/record-list.tsx';

const route = 'GET /activity/api/v1/vote/mySongVoteList';

/** Shows the fan's nominations and votes, newest first, votes of the final with receipts. */
export function SongVoteRecords({ toSongs }: { toSongs: ReactNode }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useMyPagedList({
    queryKey: [...queryKeys.songs, 'mine'],
    order: 'newestFirst',
    fetchPage: (paging, signal) => call(route, { query: paging }, { signal }),
  });
  return (
    <RecordList
      label={t('songs.mine')}
      pages={pages}
      errorText={t('songs.mineError')}
      empty={{ icon: MusicIcon, text: t('songs.mineNoneText'), action: toSongs }}
      keyOf={(record) => `${record.round} ${record.recordId}`}
      viewOf={({ coverUrl, title, votedAt, num, round }) => {
        const view = {
          media: <Cover src={coverUrl} width={44} height={44} className="size-11 rounded-control" />,
          title,
          detail: friendly(votedAt),
        };
        if (round === 'nominations') {
          return { ...view, trailing: <span className="text-small font-bold text-mute">{t('songs.nominated')}</span> };
        }
        return {
          ...view,
          trailing: <span className="num font-extrabold">{formatNumber(num)}</span>,
          receiptLabel: t('songs.receiptOf', { title, count: num }),
        };
      }}
      receiptOf={(record) =>
        record.transferId === null
          ? null
          : {
              title: t('songs.receipt'),
              subtitle: record.title,
              content: (
                <LedgerReceipt
                  transferId={record.transferId}
                  moved={{ kind: 'songVotes', num: record.num }}
                  at={record.votedAt}
                  record={record}
                />
              ),
            }
      }
    />
  );
}
