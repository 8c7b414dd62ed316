import type { ReactNode } from 'react';
import { DecisionList } from '#/features/quarantine/decision-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { ElectionCard } from './election-card.tsx';

/** What was decided about votes of the election on show that were set aside. */
export function SetAsideCard(): ReactNode {
  const t = useText();
  return (
    <ElectionCard id="set-aside" title={t('setAside.title')} errorText={t('setAside.error')} skeleton="h-30">
      {({ activityId }) => <DecisionList activityId={activityId} />}
    </ElectionCard>
  );
}
