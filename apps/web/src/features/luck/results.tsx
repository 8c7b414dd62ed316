import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Empty } from '#/ui/empty.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow, RecordSkeleton } from '#/ui/record-row.tsx';
import type { Campaign } from './luck-queries.ts';
import { PrizePicture } from './prizes.tsx';

const resultsRoute = 'GET /activity/api/v1/packet/getResults';

type LuckResult = DataOf<Contract[typeof resultsRoute]>['list'][number];

const newestMs = 20_000;
const shownAtOnce = 10;

/**
 * Loads the results again after the fan's own draw and at each turn, because they are a part of luck; else now and then
 * while others draw.
 */
function useResults({ activityId, kind, state }: Campaign): PagedList<LuckResult> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.luck, 'results', accountId, activityId],
    order: kind === 'raffle' ? 'other' : 'newestFirst',
    fetchPage: (paging, signal) => call(resultsRoute, { query: { ...paging, activityId } }, { signal }),
    pageSize: shownAtOnce,
    refetchInterval: () => (kind !== 'raffle' && state === 'open' ? newestMs : false),
  });
}

/** A name, a prize and a time. */
const rowHeight = 80;

/** Returns how many have been drawn by the campaign's own count, which is there before the list. */
function countDrawn(campaign: Campaign): number {
  if (campaign.kind !== 'raffle') return campaign.total - campaign.left;
  return Math.min(
    campaign.entrants,
    campaign.prizes.reduce((sum, { total }) => sum + total, 0),
  );
}

/** Lists who drew what: of boxes and envelopes the newest first, of a raffle by place. */
export function Results({ campaign }: { campaign: Campaign }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const prizeOf = (prizeId: string) => campaign.prizes.find((prize) => prize.prizeId === prizeId);
  return (
    <InfiniteList
      label={t('draw.results')}
      pages={useResults(campaign)}
      errorText={t('draw.resultsError')}
      empty={<Empty icon={GiftIcon} text={t('draw.noResults')} />}
      more="on-press"
      rowHeight={rowHeight}
      skeleton={
        <RecordSkeleton count={Math.min(shownAtOnce, Math.max(1, countDrawn(campaign)))} rowHeight={rowHeight} />
      }
      keyOf={({ position }) => String(position)}
      renderRow={({ position, nickname, avatarUrl, isMe, prizeId, drawnAt }) => {
        const prize = prizeOf(prizeId);
        return (
          <RecordRow
            media={<Portrait src={avatarUrl} width={44} height={44} className="size-11 shrink-0 rounded-full" />}
            title={
              <span className="flex items-center gap-1.5">
                {campaign.kind === 'raffle' ? <span>{position}.</span> : null}
                <Name className="truncate">{nickname}</Name>
                {isMe ? <Badge tone="brand">{t('draw.me')}</Badge> : null}
              </span>
            }
            detail={
              <>
                <span
                  dir="auto"
                  className={`block truncate text-small font-semibold ${prize?.isRare ? 'text-warn' : 'text-ink'}`}
                >
                  {prize?.title}
                </span>
                {friendly(drawnAt)}
              </>
            }
            trailing={
              prize ? <PrizePicture {...prize} width={44} className="h-14 w-11 shrink-0 rounded-control" /> : null
            }
          />
        );
      }}
    />
  );
}
