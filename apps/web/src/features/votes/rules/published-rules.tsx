import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { InfoIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { Activity } from '../voting-phase.ts';
import { RuleSetView } from './rule-set-view.tsx';
import { useRuleSet } from './use-rule-set.ts';

type PublishedRulesProps = { activity: Pick<Activity, 'activityId' | 'ruleSet'> };

/** The rules that an election is held by, as they were published. */
export function PublishedRules({ activity: { activityId, ruleSet } }: PublishedRulesProps): ReactNode {
  const t = useText();
  const published = useRuleSet(activityId, ruleSet);
  if (published.data) return <RuleSetView ruleSet={published.data} />;
  if (published.data === null) return <Empty icon={InfoIcon} text={t('ruleSet.none')} />;
  if (published.isError) {
    return (
      <LoadError
        text={t('electionRules.error')}
        error={published.error}
        retrying={published.isFetching}
        onRetry={() => void published.refetch()}
      />
    );
  }
  return (
    <LoadingRegion>
      <Skeleton className="h-150 rounded-tile" />
    </LoadingRegion>
  );
}
