import { formatNumber } from '#/lib/format/format-number.ts';
import type { Plan } from './staking-queries.ts';

/** How often a staked Point counts, such as `1.5`. */
export function factorText({ factorPercent }: Pick<Plan, 'factorPercent'>): string {
  return formatNumber(factorPercent / 100);
}
