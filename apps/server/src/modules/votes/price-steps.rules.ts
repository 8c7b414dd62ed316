import type { PriceSteps } from '@lightstick/contract';
import type { Activity } from './activities.view.ts';

/** What a ticket of an activity is worth. Where no rules were published, each is worth the same. */
export function priceStepsOf({ ruleSet, votesPerTicket }: Pick<Activity, 'ruleSet' | 'votesPerTicket'>) {
  const steps: PriceSteps = ruleSet?.document.priceSteps ?? [{ fromTicket: 1, votesPerTicket }];
  return [...steps];
}
