import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import { machineClock } from '#/lib/clock.ts';
import { readForScrapes } from '#/lib/scrape-reading.ts';
import type { Log } from '#/log.ts';
import { countWebhooks } from './webhooks.view.ts';

/** Publishes how webhooks do. Of several workers the supervisor publishes it, once for all. */
export function publishWebhooks(registry: Registry, pool: Pool, log: Log): void {
  const counted = readForScrapes(
    machineClock,
    () => countWebhooks(pool),
    (error) => log.warn({ err: error }, 'the webhooks could not be counted'),
  );
  const registers = [registry];
  new Gauge({
    name: 'lightstick_webhook_deliveries',
    help: 'Deliveries of webhooks that wait or are tried again, and those of the last two days that were given up.',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      const counts = counted.last();
      if (!counts) return;
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'given up' }, counts.givenUp);
    },
  });
  new Gauge({
    name: 'lightstick_webhooks_switched_off',
    help: 'Webhooks that are switched off, because their receiver failed for days or is gone.',
    registers,
    collect() {
      const counts = counted.last();
      if (counts) this.set(counts.switchedOff);
    },
  });
}
