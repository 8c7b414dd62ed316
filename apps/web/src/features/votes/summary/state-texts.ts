import type { MessageId } from '#/lib/i18n/i18n.ts';
import type { EventSummary } from './event-summary.ts';

/** How final the numbers of an event are, in words. */
export const stateTexts: Readonly<Record<EventSummary['state'], MessageId>> = {
  scheduled: 'phase.scheduled',
  open: 'summary.interim',
  closing: 'phase.closing',
  final: 'phase.final',
};
