import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { idolPath } from '#/features/elections/election-queries.ts';
import type { Standings } from '#/features/rankings/use-standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Podium, PodiumSkeleton } from '#/ui/podium.tsx';

type StagePodiumProps = {
  standings: Standings;
  canVote: boolean;
  onPick: (idolId: string) => void;
  /** On a phone its pictures are not loaded. */
  isWideOnly?: boolean;
};

/** Shows the three best on the stage: a press votes while votes can be cast, and leads to the idol's page otherwise. */
export function StagePodium({ standings, canVote, onPick, isWideOnly = false }: StagePodiumProps): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const { activityId, list } = standings;
  if (!list || activityId === undefined) return <PodiumSkeleton />;
  return (
    <section aria-label={t('podium.label')}>
      <Podium
        lazy={isWideOnly}
        action={canVote ? t('vote.short') : t('podium.page')}
        onPick={canVote ? onPick : (idolId) => navigate(idolPath(activityId, idolId))}
        entries={list.slice(0, 3).map(({ idolId, ...idol }) => ({ ...idol, id: idolId }))}
      />
    </section>
  );
}
