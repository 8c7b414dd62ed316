import type { EventEntry } from '../summary/use-events.ts';
import { type VotingPhase, votingPhase } from '../voting-phase.ts';

export type EventLists = {
  /** Open, in a break between two rounds, or closed and still being counted. */
  readonly now: readonly EventEntry[];
  readonly coming: readonly EventEntry[];
  readonly ended: readonly EventEntry[];
};

/** The events by what a fan can do with them at `nowMs`, each list in the server's order. */
export function eventLists(events: readonly EventEntry[], nowMs: number): EventLists {
  const during = (...phases: readonly VotingPhase[]) =>
    events.filter((event) => phases.includes(votingPhase(event, nowMs)));
  return { now: during('open', 'between', 'closing', 'tallying'), coming: during('scheduled'), ended: during('final') };
}
