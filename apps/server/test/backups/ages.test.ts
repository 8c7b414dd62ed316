import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { publishDatabase } from '#/cluster/start-server.ts';
import { recordRun } from '#/modules/backups/backup-runs.store.ts';
import { createWorld } from '../world/world.ts';

const hourMs = 60 * 60_000;

it('Metrics of the database tell the age of the last backup and the last drill that succeeded.', async () => {
  await using world = await createWorld();
  const { ownerPool, services } = world;
  /** Publishes the database anew, because a reading stands for ten seconds. */
  const publish = () => {
    const registry = new Registry();
    publishDatabase(registry, { queuePool: ownerPool, replica: undefined }, services.log);
    return async () => {
      const text = await registry.metrics();
      const ages = [...text.matchAll(/^lightstick_(?:backup|drill)_age_seconds (\S+)$/gm)].map(([, age]) => age);
      return ages.map((age) => (age === '+Inf' ? age : Math.floor(Number(age) / 3600)));
    };
  };
  await expect.poll(publish()).toEqual(['+Inf', '+Inf']);
  const at = (hours: number) => new Date(Date.now() - hours * hourMs);
  const run = { fileName: 'lightstick-20261209T190000Z.tar.zst', bytes: 10, failure: null };
  await recordRun(ownerPool, { ...run, kind: 'backup', begunAt: at(4), endedAt: at(3) });
  await recordRun(ownerPool, {
    ...run,
    kind: 'backup',
    begunAt: at(2),
    endedAt: at(1),
    bytes: null,
    failure: 'no room',
  });
  await recordRun(ownerPool, { ...run, kind: 'drill', begunAt: at(3), endedAt: at(2) });
  await expect.poll(publish()).toEqual([3, 2]);
});
