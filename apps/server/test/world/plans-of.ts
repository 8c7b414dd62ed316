import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';

export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  /** The rows of each time that it ran. */
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
};

/** Returns the plan of each query of a read, as it ran: all of its nodes, from the root. */
export async function plansOf(
  pool: Pool,
  read: (db: Kysely<DB>) => Promise<unknown>,
): Promise<(readonly [PlanNode, ...PlanNode[]])[]> {
  const queries: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool });
  await read(new Kysely<DB>({ dialect, log: ({ query }) => void queries.push(query) }));
  const plans: (readonly [PlanNode, ...PlanNode[]])[] = [];
  for (const { sql, parameters } of queries) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      [...parameters],
    );
    const root = rows[0]?.['QUERY PLAN'][0].Plan;
    if (root) plans.push(nodesOf(root));
  }
  return plans;
}

function nodesOf(node: PlanNode): readonly [PlanNode, ...PlanNode[]] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
