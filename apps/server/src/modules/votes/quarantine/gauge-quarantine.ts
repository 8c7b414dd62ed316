import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Services } from '#/services.ts';

/** Shows to whoever watches the server how many votes wait for a decision. */
export function gaugeQuarantine({ db, metrics, log }: Pick<Services, 'db' | 'metrics' | 'log'>): void {
  const waiting = new Map<string, number>();

  async function count(): Promise<void> {
    const { rows } = await sql<{ activity: string; quarantined: number }>`
      select activity_id as activity, sum(quarantined)::bigint as quarantined
        from candidate_quarantine group by activity_id`.execute(db);
    for (const { activity, quarantined } of rows) waiting.set(activity, quarantined);
  }

  new Gauge({
    name: 'lightstick_votes_in_quarantine',
    help: 'Votes that were set aside and wait for a decision.',
    labelNames: ['activity'],
    registers: [metrics.registry],
    // Every process tells the same number, which is not to be added up.
    aggregator: 'max',
    collect() {
      for (const [activity, votes] of waiting) this.set({ activity }, votes);
      // For the next time: the other metrics must not wait for a database that is away.
      count().catch((error: unknown) => log.warn({ err: error }, 'votes in quarantine could not be counted'));
    },
  });
}
