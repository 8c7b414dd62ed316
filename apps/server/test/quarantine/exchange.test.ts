import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ballotPersonalData } from '#/modules/ballots/fan-votes.view.ts';
import { createSuspicionWatch, type SuspicionWatch } from '#/modules/quarantine/index.ts';
import { quarantineJobs } from '#/modules/quarantine/quarantine.jobs.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { hourMs, noon } from './given-quarantine.ts';

const terms = {
  callsPerMinute: 4,
  fansPerDevice: 2,
  fansPerAddress: 20,
  decideWithinHours: 24,
  ifUndecided: 'released',
} as const;

describe('the exchange of votes between processes', () => {
  let world: World;
  let watches: SuspicionWatch[];
  /** Errors of exchanges that run in the background. */
  let errors: unknown[];
  let nextFan = 1000;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    watches = [];
    errors = [];
  });

  /** Prepares a separate process for the watching of votes; it sends and reads when the test says so. */
  async function givenProcess(): Promise<SuspicionWatch> {
    const watch = createSuspicionWatch({
      pool: world.pool,
      clock: { ...world.clock, every: () => ({ cancel: () => undefined }) },
      keys: createServerKeys('a secret that every process of a server has'),
      onError: (error) => errors.push(error),
    });
    watches.push(watch);
    await watch.exchange();
    return watch;
  }
  async function stopAll(): Promise<void> {
    for (const watch of watches) await watch.stop();
    expect(errors).toEqual([]);
  }

  /** Casts a vote. */
  function vote(watch: SuspicionWatch, options: { fanId?: number; deviceId?: string; address?: string } = {}) {
    const seen = {
      period: 1004,
      fanId: options.fanId ?? (nextFan += 1),
      deviceId: options.deviceId,
      address: options.address ?? '192.0.2.1',
      key: randomUUID(),
      receivedAt: world.clock.now(),
    };
    const suspicion = watch.see(terms, seen);
    watch.report(seen);
    return suspicion;
  }

  const forget = async () => {
    const job = quarantineJobs(world.services).find(({ id }) => id === 'forget-vote-observations');
    await job?.run(undefined, { number: 1, last: false });
  };

  it('makes a device crowded whose fans come by different processes, for all of them', async () => {
    const [one, other, third] = [await givenProcess(), await givenProcess(), await givenProcess()];
    const deviceId = randomUUID();
    const fanId = (nextFan += 1);
    expect([vote(one, { deviceId, fanId }), vote(other, { deviceId }), vote(third, { deviceId })]).toEqual([
      null,
      null,
      null,
    ]);
    await Promise.all([one.exchange(), other.exchange(), third.exchange()]);
    await Promise.all([one.exchange(), other.exchange(), third.exchange()]);
    expect(vote(one, { deviceId, fanId })).toBe('device');
    expect(vote(other, { deviceId })).toBe('device');
    expect(vote(third, { deviceId: randomUUID() }), 'another device is another matter').toBeNull();
    await stopAll();
  });

  it('is known to a process that starts later, until the window is over', async () => {
    const one = await givenProcess();
    const deviceId = randomUUID();
    for (let fan = 0; fan < 3; fan += 1) vote(one, { deviceId });
    await one.stop();
    const later = await givenProcess();
    expect(vote(later, { deviceId })).toBe('device');
    world.clock.advance(24 * hourMs);
    expect(vote(later, { deviceId })).toBeNull();
    await stopAll();
  });

  it('counts fans of one address together, when several fans are behind it', async () => {
    const [one, other] = [await givenProcess(), await givenProcess()];
    const address = '198.51.100.7';
    for (let fan = 0; fan < 10; fan += 1) expect(vote(one, { address })).toBeNull();
    for (let fan = 0; fan < 11; fan += 1) expect(vote(other, { address })).toBeNull();
    await one.exchange();
    await other.exchange();
    expect(vote(other, { address })).toBe('address');
    await one.exchange();
    expect(vote(one, { address })).toBe('address');
    world.clock.advance(hourMs);
    expect(vote(one, { address })).toBeNull();
    await stopAll();
  });

  it('counts a fan’s calls together', async () => {
    const [one, other] = [await givenProcess(), await givenProcess()];
    const fanId = (nextFan += 1);
    for (const watch of [one, other, one, other]) expect(vote(watch, { fanId })).toBeNull();
    await one.exchange();
    await other.exchange();
    expect(vote(other, { fanId })).toBe('speed');
    world.clock.advance(60_000);
    expect(vote(other, { fanId })).toBeNull();
    await stopAll();
  });

  it('names no fan: devices and addresses are keyed hashes, forgotten when no window needs them', async () => {
    const one = await givenProcess();
    const [deviceId, fanId] = [randomUUID(), (nextFan += 1)];
    for (let call = 0; call < 3; call += 1) vote(one, { deviceId, fanId });
    for (let fan = 0; fan < 2; fan += 1) vote(one, { deviceId });
    await one.stop();
    const rows = async () => {
      const tables = ['vote_observation', 'vote_pace', 'vote_cluster'];
      const found = await Promise.all(tables.map((table) => world.ownerPool.query(`SELECT * FROM ${table}`)));
      return found.flatMap((table) => table.rows as object[]);
    };
    expect((await rows()).length).toBeGreaterThan(3);
    expect(JSON.stringify(await rows())).not.toContain(deviceId);
    world.clock.advance(49 * hourMs);
    await forget();
    expect(await rows()).toEqual([]);
  });

  it('is deleted in batches, so that no statement times out with any number of rows', async () => {
    await world.ownerPool.query(`
      CREATE TABLE forgotten (at_once bigint);
      CREATE FUNCTION count_forgotten() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        INSERT INTO public.forgotten SELECT count(*) FROM gone;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_forgotten AFTER DELETE ON vote_observation REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION count_forgotten()`);
    onTestFinished(async () => {
      await world.ownerPool.query(
        'DROP FUNCTION count_forgotten CASCADE; DROP TABLE forgotten; TRUNCATE vote_observation',
      );
    });
    await world.ownerPool.query(
      `INSERT INTO vote_observation
       SELECT a.kind, sha256((a.age || n)::bytea), n, $1::timestamptz - a.age::interval
         FROM (VALUES (2, '25 hours'), (2, '23 hours'), (3, '61 minutes'), (3, '59 minutes')) AS a (kind, age)
        CROSS JOIN generate_series(1, 12000) AS n`,
      [noon],
    );
    await forget();
    const { rows: left } = await world.ownerPool.query(
      'SELECT kind, count(*) AS rows, min(seen_at) AS oldest FROM vote_observation GROUP BY kind ORDER BY kind',
    );
    expect(left).toEqual([
      { kind: 2, rows: 12_000, oldest: new Date(noon.getTime() - 23 * hourMs) },
      { kind: 3, rows: 12_000, oldest: new Date(noon.getTime() - hourMs + 60_000) },
    ]);
    const { rows: deletions } = await world.ownerPool.query(
      'SELECT max(at_once) AS most, sum(at_once)::bigint AS all FROM forgotten',
    );
    expect(deletions).toEqual([{ most: 5000, all: 24_000 }]);
  });

  it('is erased with its fan', async () => {
    const one = await givenProcess();
    const fan = await world.given.fan();
    for (let call = 0; call < 3; call += 1) vote(one, { deviceId: 'shared', fanId: fan.id });
    await one.stop();
    const { rows } = await world.ownerPool.query('SELECT FROM vote_observation WHERE fan_id = $1', [fan.id]);
    expect(rows).toHaveLength(1);
    await eraseFan(world, fan);
    for (const table of ballotPersonalData.erased) {
      const left = await world.ownerPool.query(`SELECT FROM ${table} WHERE fan_id = $1`, [fan.id]);
      expect({ table, rows: left.rows }).toEqual({ table, rows: [] });
    }
  });

  it.each([
    ['a database that is away', /./],
    ['a database that goes away between clusters and rates', /vote_pace/],
  ])('survives %s: unreported votes are reported the next time', async (_, lost) => {
    const [one, other] = [await givenProcess(), await givenProcess()];
    const [deviceId, fanId] = [randomUUID(), (nextFan += 1)];
    for (let fan = 0; fan < 3; fan += 1) vote(one, { deviceId });
    for (const watch of [one, one, one, other]) expect(vote(watch, { fanId })).toBeNull();
    const failing = new Error('the database is away');
    const query = world.pool.query.bind(world.pool) as (text: string, values: unknown[]) => unknown;
    Object.assign(world.pool, {
      query: (text: string, values: unknown[]) => (lost.test(text) ? Promise.reject(failing) : query(text, values)),
    });
    await expect(one.exchange()).rejects.toBe(failing);
    Object.assign(world.pool, { query });
    await one.exchange();
    await other.exchange();
    expect(vote(other, { deviceId })).toBe('device');
    expect(vote(other, { fanId })).toBe('speed');
    await stopAll();
  });
});
