import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Standings } from '#/features/votes/use-standings.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { PodiumSkeleton } from '#/ui/podium-skeleton.tsx';
import { Podium } from '#/ui/podium.tsx';

type StagePodiumProps = {
  standings: Standings;
  canVote: boolean;
  compact?: boolean;
  onPick: (idolId: string) => void;
};

/** The three best on the stage: a press votes while votes can be cast, and shows the whole ranking otherwise. */
export function StagePodium({ standings, canVote, compact = false, onPick }: StagePodiumProps): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const { activityId, list } = standings;
  if (!list) return <PodiumSkeleton compact={compact} />;
  return (
    <section aria-label={t('podium.label')}>
      <Podium
        compact={compact}
        onPick={canVote ? onPick : () => navigate(`/vote-activity${queryString({ activityId })}`)}
        entries={list.slice(0, 3).map(({ idolId, ...idol }) => ({ ...idol, id: idolId }))}
      />
    </section>
  );
}
