import { type ReactNode, useState } from 'react';
import { LiveBadge } from '#/features/elections/election-heading.tsx';
import type { VotingPhase } from '#/features/elections/voting-phase.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { Section, Specimen } from '../section.tsx';

const minuteMs = 60_000;

const moments: readonly { name: string; leftMs: number; phase: VotingPhase }[] = [
  { name: 'Far: days, hours, minutes, seconds', leftMs: (2 * 24 * 60 + 14 * 60) * minuteMs, phase: 'open' },
  { name: 'Before it opens', leftMs: 26 * 60 * minuteMs, phase: 'scheduled' },
  { name: 'The last hour turns gold', leftMs: 42 * minuteMs, phase: 'open' },
  { name: 'Ended: the state switches by itself', leftMs: -minuteMs, phase: 'closing' },
];

/** The server's clock, counting down. */
export function CountdownSection(): ReactNode {
  const [nowMs] = useState(serverNowMs);
  return (
    <Section
      id="countdown"
      title="Countdown"
      note="Counts by the server’s clock, whatever the device’s says. Lives on a stage, beside the badge that tells the phase."
    >
      {moments.map(({ name, leftMs, phase }) => (
        <Specimen key={name} name={name} on="stage">
          <div className="mb-4">
            <LiveBadge phase={phase} isLive={phase === 'open'} />
          </div>
          <Countdown until={new Date(nowMs + leftMs).toISOString()} />
        </Specimen>
      ))}
    </Section>
  );
}
