import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { quarantineJobs } from '#/modules/quarantine/quarantine.jobs.ts';
import { listSetAside } from '#/modules/quarantine/quarantine.view.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { countQueries } from '../world/count-queries.ts';
import { plansOf } from '../world/plans-of.ts';
import { createQuarantineScenario, decideRoute, hourMs, noon, reason, why } from './given-quarantine.ts';

const timeZone = 'Asia/Taipei';

it('one read finds all fans whose votes wait, and each gets one notice, also beyond a batch', async () => {
  await using scenario = await createQuarantineScenario({}, { freeVotesPerDay: 1 });
  const { world, vote } = scenario;
  const deviceId = randomUUID();
  const fans = await world.given.fans(503);
  const [first, second, ...others] = fans;
  for (const fan of fans.slice(0, 2)) expect((await vote(fan, { deviceId })).code).toBe(0);
  for (let at = 0; at < others.length; at += 50) {
    await Promise.all(others.slice(at, at + 50).map((fan) => vote(fan, { deviceId })));
  }
  const tell = async () =>
    quarantineJobs(world.services)
      .find(({ id }) => id === 'notify-of-set-aside')
      ?.run({}, { number: 1, last: true });
  expect(await countQueries(/ledger\.transfer/, tell)).toBe(1);
  const { rows } = await world.ownerPool.query<{ fan_id: number }>(
    `SELECT fan_id::int FROM notice WHERE kind = 'votesSetAside' ORDER BY fan_id`,
  );
  expect(rows.map(({ fan_id }) => fan_id)).toEqual(others.map(({ id }) => id).toSorted((one, other) => one - other));
  expect(rows.map(({ fan_id }) => fan_id)).not.toContain([first?.id, second?.id]);
});

it('the votes of an election whose result is final are not read any more', async () => {
  await using scenario = await createQuarantineScenario();
  const { world, election, activityId, givenSetAside } = scenario;
  const { voteId, fan } = await givenSetAside();
  const question = { since: new Date(noon.getTime() - hourMs), timeZone };
  const journalReads = async () => {
    const [nodes = []] = await plansOf(world.pool, (db) => listSetAside(db, question));
    const scans = nodes.filter((node) => node['Relation Name']?.startsWith('transfer'));
    expect(scans.length).toBeGreaterThan(0);
    return scans.reduce((sum, scan) => sum + scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0), 0);
  };
  expect(await listSetAside(world.db, question)).toMatchObject([{ activityId, fanIds: [fan.id], day: '2026-03-10' }]);
  expect(await journalReads()).toBeGreaterThan(0);
  const operator = await world.given.operator('moderator');
  const { code } = await world.call(decideRoute, {
    operator,
    body: { activityId, voteIds: [voteId], verdict: 'released', reason, why },
  });
  expect(code).toBe(0);
  world.clock.set(new Date(election.closesAt.getTime() + hourMs));
  await stepActivities(world);
  await expect
    .poll(async () => (await world.ownerPool.query('SELECT status FROM ledger.round')).rows)
    .toEqual([{ status: 'settled' }]);
  expect(await journalReads()).toBe(0);
});
