import type { ReactNode } from 'react';
import { TopSixteen } from '#/features/votes/top-sixteen/top-sixteen.tsx';
import { VoteFacts } from '#/features/votes/vote-facts.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { ElectionCard } from '../pages/election-card.tsx';
import { WrittenPage } from '../pages/written-page.tsx';

const ranking = '/vote-activity';

/** How votes are had and counted, with the numbers of the election on show. */
export function RankingIntroScreen(): ReactNode {
  const t = useText();
  return (
    <WrittenPage slug="ranking-intro" backTo={ranking}>
      <ElectionCard
        id="vote-facts"
        title={t('voteFacts.title')}
        errorText={t('voteFacts.error')}
        skeleton="h-36"
        more={{ to: ranking, text: t('nav.ranking') }}
      >
        {(activity) => <VoteFacts activity={activity} />}
      </ElectionCard>
      <ElectionCard
        id="top-sixteen"
        title={t('topSixteen.title')}
        errorText={t('topSixteen.error')}
        skeleton="h-150"
        more={{ to: '/search-idol', text: t('search.title') }}
      >
        {({ activityId }) => <TopSixteen activityId={activityId} />}
      </ElectionCard>
    </WrittenPage>
  );
}
