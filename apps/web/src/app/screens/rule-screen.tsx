import type { ReactNode } from 'react';
import { PublishedRules } from '#/features/elections/rules/published-rules.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { ElectionCard } from '../pages/election-card.tsx';
import { SetAsideCard } from '../pages/set-aside-card.tsx';
import { WrittenPage } from '../pages/written-page.tsx';

/** The rules of the election on show as they were published, and those that hold for every election. */
export function RuleScreen(): ReactNode {
  const t = useText();
  return (
    <WrittenPage slug="rule" backTo="/vote-activity">
      <ElectionCard
        id="election-rules"
        title={t('electionRules.title')}
        errorText={t('electionRules.error')}
        skeleton="h-150"
      >
        {(activity) => <PublishedRules activity={activity} />}
      </ElectionCard>
      <SetAsideCard />
    </WrittenPage>
  );
}
