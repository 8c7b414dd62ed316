import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '@lightstick/chance';
import type { RuleDocument } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Rules } from './rule-document.ts';

/** The latest published version of an activity's rules. */
export async function findLatestRuleSet(tx: Transaction<DB>, activityId: string) {
  const row = await tx
    .selectFrom('rule_set')
    .select(['id', 'version', 'document'])
    .where('activity_id', '=', activityId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as RuleDocument };
}

/** Inserts a version as canonical JSON, which the hash covers. Returns its id. */
async function insertRuleSet(
  tx: Transaction<DB>,
  { document, publishedAt }: { document: RuleDocument; publishedAt: Date },
): Promise<number> {
  const text = canonicalJson(document);
  const { id } = await tx
    .insertInto('rule_set')
    .values({
      activity_id: document.activityId,
      version: document.version,
      document: text,
      hash: sql`sha256(convert_to(${text}, 'UTF8'))`,
      published_at: publishedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the version under which votes of a period are cast from now on. */
async function adoptRuleSet(
  tx: Transaction<DB>,
  { period, ruleSet }: { period: number; ruleSet: number },
): Promise<void> {
  await sql`select ledger.adopt_rule_set(${period}::integer, ${ruleSet}::integer)`.execute(tx);
}

/** Publishes an activity's rules as a new version if they differ from the latest. Returns whether they did. */
export async function publishRules(
  tx: Transaction<DB>,
  { period, rules, publishedAt }: { period: number; rules: Rules; publishedAt: Date },
): Promise<boolean> {
  const latest = await findLatestRuleSet(tx, rules.activityId);
  const version = latest?.version ?? 0;
  if (isDeepStrictEqual({ ...rules, version }, latest?.document)) return false;
  const ruleSet = await insertRuleSet(tx, { document: { ...rules, version: version + 1 }, publishedAt });
  await adoptRuleSet(tx, { period, ruleSet });
  return true;
}
