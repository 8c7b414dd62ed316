import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Rules } from './rule-document.ts';
import { adoptRuleSet, findLatestRuleSet, insertRuleSet } from './rule-sets.store.ts';

/**
 * Publishes an activity's rules: as a new version when they differ from those of the latest, else nothing is written.
 * Answers whether there is a new version.
 */
export async function publishRules(
  tx: Transaction<DB>,
  { period, rules, now }: { period: number; rules: Rules; now: Date },
): Promise<boolean> {
  const latest = await findLatestRuleSet(tx, rules.activityId);
  const version = latest?.version ?? 0;
  if (isDeepStrictEqual({ ...rules, version }, latest?.document)) return false;
  const ruleSet = await insertRuleSet(tx, { document: { ...rules, version: version + 1 }, publishedAt: now });
  await adoptRuleSet(tx, { period, ruleSet });
  return true;
}
