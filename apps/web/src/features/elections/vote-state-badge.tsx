import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';

const tones = { quarantined: 'warn', released: 'ok', voided: 'quiet' } as const;

/** Shows what became of a vote that was quarantined. */
export function VoteStateBadge({ state }: { state: keyof typeof tones }): ReactNode {
  const t = useText();
  return (
    <span className="inline-block">
      <Badge tone={tones[state]}>{t(`quarantine.state.${state}`)}</Badge>
    </span>
  );
}
