import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import type { VoteState } from '#/features/ballots/use-vote-record.ts';

const tones = { quarantined: 'warn', released: 'ok', voided: 'quiet' } as const;

/** What became of a vote that was set aside. */
export function VoteStateBadge({ state }: { state: Exclude<VoteState, 'counted'> }): ReactNode {
  const t = useText();
  return (
    <span className="inline-block">
      <Badge tone={tones[state]}>{t(`setAside.state.${state}`)}</Badge>
    </span>
  );
}
