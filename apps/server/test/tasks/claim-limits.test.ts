import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimJobs } from '#/modules/tasks/claim-task.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
/** One millisecond before the platform's midnight. */
const lateScenario = new Date('2026-03-10T15:59:59.999Z');

describe('the limits on claims of a day', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now: lateScenario, environment: { TRUST_PROXY: 'true' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(lateScenario);
    await world.ownerPool.query(
      'UPDATE claim_terms SET most_of_fan = 1000, most_on_device = 1000, most_from_network = 1000, ' +
        'hurry_most = 1000, accounts_on_device = 1000',
    );
  });

  const limit = (column: string, most: number) =>
    world.ownerPool.query(`UPDATE claim_terms SET ${column} = $1`, [most]);
  const from = (deviceId: string, address: string) => ({ 'x-deviceid': deviceId, 'x-forwarded-for': address });

  async function claimNew(fan: TestFan, headers: Readonly<Record<string, string>>) {
    const taskId = await givenTask(world, { typeId: 13 });
    return world.call(claim, { fan, body: { taskId }, headers, key: randomUUID() });
  }

  it.each([
    [
      'a fan',
      'most_of_fan',
      'CLAIM_FAN_LIMIT',
      false,
      ['phone-1', 'phone-2', 'phone-3'],
      ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
    ],
    [
      'a device',
      'most_on_device',
      'CLAIM_DEVICE_LIMIT',
      true,
      ['tablet', 'tablet', 'tablet'],
      ['10.1.0.1', '10.1.0.2', '10.1.0.3'],
    ],
    [
      'a network',
      'most_from_network',
      'CLAIM_NETWORK_LIMIT',
      true,
      ['desk-1', 'desk-2', 'desk-3'],
      ['10.2.0.1', '10.2.0.1', '10.2.0.1'],
    ],
    [
      'a network of IPv6, which is a /64',
      'most_from_network',
      'CLAIM_NETWORK_LIMIT',
      true,
      ['six-1', 'six-2', 'six-3'],
      ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3'],
    ],
  ] as const)('of %s refuse one more, which changes nothing, until the platform’s midnight', async (...row) => {
    const [, column, refusal, others, devices, addresses] = row;
    await limit(column, 2);
    const fans = await Promise.all(devices.map(() => world.given.fan()));
    const nth = async (place: number) => {
      const fan = fans[others ? place : 0];
      if (!fan) throw new Error('no such fan');
      const taskId = await givenTask(world, { typeId: 13 });
      const headers = from(devices[place] ?? '', addresses[place] ?? '');
      return () => world.call(claim, { fan, body: { taskId }, headers, key: randomUUID() });
    };
    for (const place of [0, 1]) expect((await (await nth(place))()).code).toBe(0);
    const third = await nth(2);
    expect(await changesNothing(world, third)).toMatchObject({ status: 200, refusal });
    world.clock.advance(1);
    expect((await third()).code).toBe(0);
  });

  it('are not passed by forty at once', async () => {
    await limit('most_from_network', 12);
    const taskId = await givenTask(world, { typeId: 13 });
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan()));
    const replies = await Promise.all(
      fans.map((fan, place) =>
        world.call(claim, { fan, body: { taskId }, headers: from(`hall-${place}`, '10.3.0.1'), key: randomUUID() }),
      ),
    );
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(12);
    expect(replies.filter(({ refusal }) => refusal === 'CLAIM_NETWORK_LIMIT')).toHaveLength(28);
  });

  it('count what was claimed, and neither refusals nor replays', async () => {
    await limit('most_of_fan', 2);
    const fan = await world.given.fan();
    const taskId = await givenTask(world, { typeId: 13 });
    const key = randomUUID();
    for (let time = 0; time < 3; time += 1) await world.call(claim, { fan, body: { taskId }, key });
    for (let time = 0; time < 3; time += 1) {
      expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_ALREADY_AWARDED');
    }
    expect((await claimNew(fan, {})).code).toBe(0);
    expect((await claimNew(fan, {})).refusal).toBe('CLAIM_FAN_LIMIT');
  });

  it('keep neither device nor address, and forget even the hashes after two days', async () => {
    const fan = await world.given.fan();
    await claimNew(fan, from('a-device-to-look-for', '203.0.113.77'));
    const { rows } = await world.ownerPool.query<{ row: string }>('SELECT c::text AS row FROM claim_count c');
    expect(rows.length).toBeGreaterThan(0);
    const words = ['a-device-to-look-for', '203.0.113.77'];
    const traces = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]);
    expect(rows.filter(({ row }) => traces.some((trace) => row.includes(trace)))).toEqual([]);

    const forget = claimJobs(world.services).find(({ id }) => id === 'forget-claim-counts');
    const count = async () =>
      (await world.ownerPool.query("SELECT FROM claim_count WHERE day <= '2026-03-10'")).rowCount;
    world.clock.set(new Date('2026-03-11T15:00:00.000Z'));
    await forget?.run(undefined, { number: 1, last: false });
    expect(await count()).toBeGreaterThan(0);
    world.clock.set(new Date('2026-03-11T16:00:00.000Z'));
    await forget?.run(undefined, { number: 1, last: false });
    expect(await count()).toBe(0);
  });

  it('hold in the table as well', async () => {
    const passed = world.pool.query(
      "INSERT INTO claim_count VALUES ('fan', decode(repeat('00', 32), 'hex'), '2026-03-10', 3, 2)",
    );
    await expect(passed).rejects.toMatchObject({ constraint: 'claim_limit_never_exceeded' });
  });
});
