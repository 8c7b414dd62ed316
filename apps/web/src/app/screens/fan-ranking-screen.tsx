import { type ReactNode, useState } from 'react';
import { FanPodium, FanRankingList, MyPlaceBar, type FanBoard, useFanRanking } from '#/features/points/fan-ranking.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { useCurrentActivityId } from '../election.tsx';

const panelId = 'fan-ranking-panel';

/** Shows the public ranking of earned Points and of cheers, with the fan's own place always visible. */
export function FanRankingScreen(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [board, setBoard] = useState<FanBoard>('thisWeek');
  const { activityId } = useCurrentActivityId();
  const pages = useFanRanking(board, activityId);
  const first = pages.data?.pages[0];
  const best = first?.list ?? (pages.error ? [] : undefined);
  return (
    <>
      <StageTop title={t('fanRanking.title')} text={t('fanRanking.subtitle')} backTo="/me">
        {best?.length === 0 ? null : (
          <FanPodium fans={best} unit={board === 'cheers' ? 'fanRanking.ticketsUnit' : 'points.unit'} />
        )}
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4 pb-20">
        <Tabs
          label={t('fanRanking.span')}
          panelId={panelId}
          selected={board}
          onSelect={setBoard}
          tabs={[
            { key: 'thisWeek', title: t('fanRanking.thisWeek') },
            { key: 'allTime', title: t('fanRanking.allTime') },
            ...(activityId ? [{ key: 'cheers' as const, title: t('fanRanking.cheers') }] : []),
          ]}
        />
        <TabPanel id={panelId} selected={board} className="card">
          <FanRankingList key={board} board={board} pages={pages} />
          <p className="mt-3 text-caption text-pretty text-mute">
            {first?.endsAt
              ? t('fanRanking.weekNote', { ends: friendly(first.endsAt) })
              : t(board === 'cheers' ? 'fanRanking.cheersNote' : 'fanRanking.note')}
          </p>
        </TabPanel>
      </div>
      {first?.mine ? <MyPlaceBar board={board} mine={first.mine} /> : null}
    </>
  );
}
