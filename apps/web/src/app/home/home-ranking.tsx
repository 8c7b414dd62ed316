import type { ReactNode } from 'react';
import { RankingList } from '#/features/rankings/ranking-list.tsx';
import { RankingRowsSkeleton } from '#/features/rankings/ranking-row.tsx';
import type { Standings } from '#/features/rankings/use-standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { SectionHeading } from '../section-heading.tsx';

type HomeRankingProps = { standings: Standings; onVote: ((idolId: string) => void) | undefined };

/** The places just behind the podium. */
export function HomeRanking({ standings, onVote }: HomeRankingProps): ReactNode {
  const t = useText();
  const { list, error, isFetching, retry } = standings;
  return (
    <section aria-labelledby="home-ranking" className="card">
      <SectionHeading id="home-ranking" more={{ to: '/vote-activity', text: t('home.seeAll') }}>
        {t('home.chasing')}
      </SectionHeading>
      {error ? (
        <LoadError text={t('election.rankingError')} error={error} retrying={isFetching} onRetry={retry} />
      ) : null}
      {!error && list ? <RankingList standings={list.slice(3, 6)} onVote={onVote} /> : null}
      {!error && !list ? <RankingRowsSkeleton count={3} /> : null}
    </section>
  );
}
