import type { MessageId } from '#/lib/i18n/i18n.ts';
import { type EventSummary, isBetweenRounds } from './event-summary.ts';

/** How final the numbers of an event are, in words. */
export const stateTexts: Readonly<Record<EventSummary['state'], MessageId>> = {
  scheduled: 'phase.scheduled',
  open: 'summary.interim',
  closing: 'phase.closing',
  tallying: 'phase.tallying',
  final: 'phase.final',
};

/** The same of a summary, which knows of its rounds. */
export function summaryStateText(summary: Pick<EventSummary, 'state' | 'roundState'>): MessageId {
  return isBetweenRounds(summary) ? 'phase.between' : stateTexts[summary.state];
}
