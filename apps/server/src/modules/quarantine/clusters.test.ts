import { expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { createClusters, type ClusterSource } from './clusters.ts';

const most = 2;
const atMs = Date.parse('2026-03-10T04:00:00Z');
const device = (name: string): ClusterSource => ({ period: 1004, kind: 'device', name });

/** Makes a database that accepts every exchange and keeps its fans. */
function givenDatabase() {
  const told: (readonly number[])[] = [];
  const query = ({ name, values }: { name: string; values: readonly unknown[] }) => {
    if (name === 'vote-observations') told.push(values[2] as readonly number[]);
    return Promise.resolve({ rows: [] });
  };
  return { told, pool: { query } as unknown as Parameters<ReturnType<typeof createClusters>['exchange']>[0] };
}

it('A device that is evicted while its report waits is reported once, with all its fans.', async () => {
  const { told, pool } = givenDatabase();
  const clusters = createClusters(createServerKeys('a secret that every process of a server has'));
  const cast = (fanId: number) => {
    const isCrowded = clusters.see(device('shared'), { fanId, most, atMs });
    clusters.report(device('shared'), { fanId, atMs });
    return isCrowded;
  };
  cast(1);
  cast(2);
  for (let other = 0; other < 50_000; other += 1) clusters.see(device(`other ${other}`), { fanId: 3, most, atMs });
  expect([cast(1), cast(4)], 'what was seen before the storm still counts').toEqual([false, true]);
  await clusters.exchange(pool, atMs);
  expect(told.map((fans) => fans.toSorted((one, other) => one - other))).toEqual([[1, 2, 4]]);
  await clusters.exchange(pool, atMs);
  expect(told, 'and not a second time').toHaveLength(1);
});
