import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, Redirect } from 'wouter';
import { type Notice, noticeWords } from '#/app/notice-words.ts';
import { StageTop } from '#/ui/stage-top.tsx';
import { BellIcon, unreadKey } from '#/features/notices/notice-bell.tsx';
import { RewardsInReview } from '#/features/points/received-points.tsx';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { ownTimeZone, type ZonedDates, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { useAccountId, useSession } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import { Badge } from '#/ui/badge.tsx';
import { Empty } from '#/ui/empty.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { ClockIcon, CloverIcon, GiftIcon, ReceiptIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon, LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordIcon } from '#/ui/record-list.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';

/** Lists what the platform tells the fan: refunds, raffles, what expires, changes of the wallet. */
export function NotificationsScreen(): ReactNode {
  const session = useSession();
  return session ? <Notifications /> : <Redirect to={signInPath('/notifications')} replace />;
}

function Notifications(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('notices.title')} text={t('notices.subtitle')} backTo="/me" />
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <RewardsInReview label={t('notices.inReview')} />
        <div className="card">
          <NoticeList />
        </div>
      </div>
    </>
  );
}

/** A title, a line of text and a time. */
const rowHeight = 92;
const noticesKey = ['notices'];

function NoticeList(): ReactNode {
  const t = useText();
  const pages = useMyPagedList({
    queryKey: noticesKey,
    order: 'newestFirst',
    fetchPage: (query, signal) => call('GET /wallet/api/v1/notice/getNotices', { query }, { signal }),
  });
  const { languageType } = useEnvironment();
  const config = useConfig();
  const dates = zonedDates(config.data?.timeZone ?? ownTimeZone(), languageType);
  const first = pages.data?.pages[0];
  useMarkingRead(first && first.unread > 0 ? first.list[0]?.noticeId : undefined);
  return (
    <InfiniteList
      label={t('notices.title')}
      pages={pages}
      errorText={t('notices.error')}
      empty={<Empty icon={BellIcon} text={t('notices.none')} />}
      rowHeight={rowHeight}
      skeleton={<RecordSkeleton count={4} rowHeight={rowHeight} />}
      keyOf={({ noticeId }) => noticeId}
      renderRow={(notice) => <NoticeRow notice={notice} dates={dates} />}
    />
  );
}

/** Marks everything up to a notice as read. The list on screen still marks new notices; the next visit reads it again. */
function useMarkingRead(newestId: string | undefined): void {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const { mutate } = useMutation({
    mutationFn: (noticeId: string) => call('POST /wallet/api/v1/notice/markRead', { body: { noticeId } }),
    onSuccess: (left) => {
      void queryClient.invalidateQueries({ queryKey: noticesKey, refetchType: 'none' });
      return showAnswer(queryClient, { queryKey: unreadKey(accountId), exact: true }, () => left);
    },
    meta: { background: true },
  });
  useEffect(() => {
    if (newestId !== undefined) mutate(newestId);
  }, [newestId, mutate]);
}

const icons: Readonly<Record<Notice['kind'], IconComponent>> = {
  expiry: ClockIcon,
  orderRefunded: ReceiptIcon,
  raffleWon: GiftIcon,
  raffleLost: CloverIcon,
  endMoved: ClockIcon,
  liveReminder: LiveIcon,
  liveRefunded: ReceiptIcon,
  chatMuted: BellIcon,
  chatMuteLifted: BellIcon,
  chatAppealDecided: BellIcon,
  featuredFan: BellIcon,
  walletLinked: WalletIcon,
  walletUnlinked: WalletIcon,
};

function NoticeRow({ notice, dates }: { notice: Notice; dates: ZonedDates }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { title, text, to } = noticeWords(notice, { t, dates, nowMs: serverNowMs() });
  return (
    <Link href={to} className="press flex items-center gap-3 py-3">
      <RecordIcon icon={icons[notice.kind]} />
      <span className="min-w-0 flex-1">
        <span className={`block text-pretty ${notice.isRead ? 'font-semibold' : 'font-extrabold'}`}>{title}</span>
        <span className="block text-small text-pretty text-mute">{text}</span>
        <span className="num mt-1 flex items-center gap-1.5 text-caption text-mute">
          {notice.isRead ? null : <Badge tone="brand">{t('notices.new')}</Badge>}
          {friendly(notice.createdAt)}
        </span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}
