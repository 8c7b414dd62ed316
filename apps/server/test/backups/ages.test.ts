import { expect, it } from 'vitest';
import { recordRun } from '#/modules/backups/backup-runs.store.ts';
import { createWorld } from '../world/world.ts';

const hourMs = 60 * 60_000;

it('Metrics tell the age of the last backup and the last drill that succeeded.', async () => {
  await using world = await createWorld();
  const { clock, ownerPool, services } = world;
  const ages = async () => {
    const text = await services.metrics.registry.metrics();
    return [...text.matchAll(/^lightstick_(?:backup|drill)_age_seconds (\S+)$/gm)].map(([, age]) => age);
  };
  await expect.poll(ages).toEqual(['+Inf', '+Inf']);
  const at = (hours: number) => new Date(clock.now().getTime() - hours * hourMs);
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
  await expect.poll(ages).toEqual([String(3 * 3600), String(2 * 3600)]);
});
