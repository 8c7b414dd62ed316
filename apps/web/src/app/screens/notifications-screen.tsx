import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { type Notice, noticeWords } from '#/app/notice-words.ts';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { BellIcon, unreadKey } from '#/features/notices/notice-bell.tsx';
import { PushOffer } from '#/features/notices/push-offer.tsx';
import { filters, type NoticeFilter } from '#/features/notices/topics.ts';
import { RewardsInReview } from '#/features/points/received-points.tsx';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { ownTimeZone, type ZonedDates, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { type ListPage, rowsOf, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { useAccountId, useSession } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import { Badge } from '#/ui/badge.tsx';
import { Chip } from '#/ui/chip.tsx';
import { Empty } from '#/ui/empty.tsx';
import { drawIcon, type IconComponent } from '#/ui/icons/draw-icon.tsx';
import {
  ClockIcon,
  CloverIcon,
  GiftIcon,
  HeartIcon,
  ReceiptIcon,
  TicketIcon,
  WalletIcon,
} from '#/ui/icons/more-icons.tsx';
import { NextIcon, LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordIcon } from '#/ui/record-list.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

const SettingsIcon = drawIcon(
  'M4 7h8.8M17.2 7H20M4 17h2.8M11.2 17H20M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z' +
    'M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
);

/** Lists what the platform tells the fan, by days, of all topics or a group. */
export function NotificationsScreen(): ReactNode {
  const session = useSession();
  return session ? <Notifications /> : <Redirect to={signInPath('/notifications')} replace />;
}

const topicsSheet = lazyPart(() => import('#/features/notices/topics-sheet.tsx').then((module) => module.TopicsSheet));

function Notifications(): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState<NoticeFilter>();
  const [isChoosing, setChoosing] = useState(false);
  const idol = useFollowedIdols().data?.list[0];
  const TopicsSheet = topicsSheet.Component;
  return (
    <>
      <ScreenHeader
        title={t('notices.title')}
        backTo="/me"
        trailing={
          <button
            type="button"
            aria-label={t('notices.settings')}
            className="press grid size-11 place-content-center rounded-full bg-surface"
            onPointerEnter={() => void topicsSheet.preload()}
            onClick={() => setChoosing(true)}
          >
            <SettingsIcon size={22} />
          </button>
        }
      />
      <div className="space-y-4 px-4">
        <Filters selected={filter} onSelect={setFilter} />
        <PushOffer idol={idol} />
        <RewardsInReview label={t('notices.inReview')} />
        <div className="card">
          <NoticeList key={filter} filter={filter} />
        </div>
      </div>
      {isChoosing ? (
        <Suspense>
          <TopicsSheet onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type FiltersProps = { selected: NoticeFilter | undefined; onSelect: (filter: NoticeFilter | undefined) => void };

function Filters({ selected, onSelect }: FiltersProps): ReactNode {
  const t = useText();
  return (
    <div role="group" aria-label={t('notices.show')} className="scroll-row -mx-4 gap-2 px-4">
      <Chip pressed={selected === undefined} onPress={() => onSelect(undefined)}>
        {t('notices.all')}
      </Chip>
      {filters.map((filter) => (
        <Chip key={filter} pressed={selected === filter} onPress={() => onSelect(filter)}>
          {t(`notices.group.${filter}`)}
        </Chip>
      ))}
    </div>
  );
}

/** A title, a line of text and a time. */
const rowHeight = 92;
const noticesKey = ['notices'];

function NoticeList({ filter: topic }: { filter: NoticeFilter | undefined }): ReactNode {
  const t = useText();
  const pages = useMyPagedList({
    queryKey: topic === undefined ? noticesKey : [...noticesKey, topic],
    order: 'newestFirst',
    fetchPage: (query, signal) =>
      call(
        'GET /wallet/api/v1/notice/getNotices',
        { query: topic === undefined ? query : { ...query, topic } },
        { signal },
      ),
  });
  const { languageType } = useEnvironment();
  const config = useConfig();
  const dates = zonedDates(config.data?.timeZone ?? ownTimeZone(), languageType);
  const first = pages.data?.pages[0];
  // Only the whole list has been seen up to its first notice.
  const newest = topic === undefined && first && first.unread > 0 ? first.list[0] : undefined;
  useMarkingRead(newest?.noticeId);
  const headings = useDayHeadings(pages.data?.pages ?? []);
  return (
    <InfiniteList
      label={t('notices.title')}
      pages={pages}
      errorText={t('notices.error')}
      empty={<Empty icon={BellIcon} text={t(topic === undefined ? 'notices.none' : 'notices.noneOfTopic')} />}
      rowHeight={rowHeight}
      skeleton={<RecordSkeleton count={4} rowHeight={rowHeight} />}
      keyOf={keyOf}
      renderRow={(notice) => <NoticeRow notice={notice} dates={dates} heading={headings.get(notice.noticeId)} />}
    />
  );
}

const keyOf = ({ noticeId }: Pick<Notice, 'noticeId'>) => noticeId;

/** Returns the headings of days in the fan's zone, each by the id of the first notice below it. */
function useDayHeadings(pages: readonly ListPage<Notice>[]): ReadonlyMap<string, string> {
  const t = useText();
  const { languageType } = useEnvironment();
  const own = zonedDates(ownTimeZone(), languageType);
  const dayOf = (instant: string | number) => own.format(instant, 'date');
  const nowMs = serverNowMs();
  const [today, yesterday] = [dayOf(nowMs), dayOf(nowMs - dayMs)];
  const headings = new Map<string, string>();
  let former: string | undefined;
  for (const { noticeId, createdAt } of rowsOf(pages, keyOf)) {
    const day = dayOf(createdAt);
    if (day !== former) {
      const near = day === today ? t('notices.today') : day === yesterday ? t('notices.yesterday') : undefined;
      headings.set(noticeId, near ?? own.format(createdAt, 'day'));
    }
    former = day;
  }
  return headings;
}

const dayMs = 24 * 60 * 60_000;

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
  idolPassed: HeartIcon,
  roundCloses: ClockIcon,
  roundOpens: ClockIcon,
  luckOpens: CloverIcon,
  votesSetAside: ReceiptIcon,
  votesDecided: ReceiptIcon,
  giftReceived: TicketIcon,
  friendJoined: HeartIcon,
  inviteRewarded: GiftIcon,
  rewardPaid: GiftIcon,
  rewardRefused: GiftIcon,
  rewardReady: GiftIcon,
  walletLinked: WalletIcon,
  walletUnlinked: WalletIcon,
};

type NoticeRowProps = { notice: Notice; dates: ZonedDates; heading: string | undefined };

function NoticeRow({ notice, dates, heading }: NoticeRowProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const own = zonedDates(ownTimeZone(), languageType);
  const { title, text, to } = noticeWords(notice, { t, dates, nowMs: serverNowMs() });
  return (
    <>
      {heading === undefined ? null : <h2 className="pt-3 text-small font-bold text-mute">{heading}</h2>}
      <Link href={to} className="press flex items-center gap-3 py-3">
        <RecordIcon icon={icons[notice.kind]} />
        <span className="min-w-0 flex-1">
          <span className={`block text-pretty ${notice.isRead ? 'font-semibold' : 'font-extrabold'}`}>{title}</span>
          <span className="block text-small text-pretty text-mute">{text}</span>
          <span className="num mt-1 flex items-center gap-1.5 text-caption text-mute">
            {notice.isRead ? null : <Badge tone="brand">{t('notices.new')}</Badge>}
            {own.format(notice.createdAt, 'hour')}
          </span>
        </span>
        <NextIcon size={20} className="text-mute" />
      </Link>
    </>
  );
}
