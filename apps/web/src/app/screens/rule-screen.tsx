import type { ReactNode } from 'react';
import { ElectionCard } from '#/app/pages/election-card.tsx';
import { WrittenPage } from '#/app/pages/written-page.tsx';
import { PublishedRules } from '#/features/elections/rules/published-rules.tsx';
import { DecisionList } from '#/features/quarantine/decision-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';

/** Shows the published rules of the current election, and those of every election. */
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
      <QuarantineCard />
    </WrittenPage>
  );
}

/** Shows the decisions about quarantined votes of the current election. */
function QuarantineCard(): ReactNode {
  const t = useText();
  return (
    <ElectionCard id="set-aside" title={t('quarantine.title')} errorText={t('quarantine.error')} skeleton="h-30">
      {({ activityId }) => <DecisionList activityId={activityId} />}
    </ElectionCard>
  );
}
