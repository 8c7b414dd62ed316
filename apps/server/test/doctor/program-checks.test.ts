import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOperator } from '#/modules/operators/index.ts';
import { consultDoctor } from '../world/consult-doctor.ts';
import { createWorld, type World } from '../world/world.ts';

const hourMs = 60 * 60_000;

describe('what the doctor says of other programs and other databases', () => {
  let world: World;
  let environment: { DATABASE_URL: string };
  beforeAll(async () => {
    world = await createWorld();
    environment = { DATABASE_URL: world.databaseUrl };
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const hence = (hours: number) => () => new Date(world.clock.now().getTime() + hours * hourMs);
  const consult = (id: string, hours = 0) => consultDoctor(id, environment, { now: hence(hours) });

  it('A token of an operator that ends within 14 days or has ended is wrong until it is revoked.', async () => {
    expect(await consult('operator-tokens')).toMatchObject({ state: 'ok' });
    const lifetimeMs = 20 * 24 * hourMs;
    await addOperator(world.ownerPool, {
      name: 'nightly',
      role: 'auditor',
      lifetimeMs,
      createdBy: 'test',
      at: hence(0)(),
    });
    expect(await consult('operator-tokens')).toMatchObject({ state: 'ok' });
    const judged = async (days: number) => (await consult('operator-tokens', days * 24)).found;
    expect(await judged(7)).toBe('Ended: none. Ends within 14 days: nightly first.');
    expect(await judged(21)).toBe('Ended: nightly first. Ends within 14 days: none.');
    await world.ownerPool.query('UPDATE operator_token SET revoked_at = created_at');
    expect((await consult('operator-tokens', 21 * 24)).state).toBe('ok');
  });

  it('A webhook that is switched off, and deliveries that wait for more than an hour, are wrong.', async () => {
    expect(await consult('webhooks')).toMatchObject({ state: 'off' });
    await world.ownerPool.query(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoint (place, url, events, sealed_secret, created_at)
         VALUES (1, 'https://hooks.example.com/in', '{alert}', sha512('secret'), now()) RETURNING id
       ), event AS (
         INSERT INTO webhook_event (id, type, subject, facts, occurred_at)
         VALUES (gen_random_uuid(), 'alert', 'one', '{}', $1) RETURNING id
       )
       INSERT INTO webhook_delivery (event_id, endpoint_id, due_at)
       SELECT event.id, endpoint.id, $1 FROM event, endpoint`,
      [hence(0)()],
    );
    expect(await consult('webhooks')).toMatchObject({ state: 'ok' });
    const late = await consult('webhooks', 2);
    expect(late).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/^1 deliveries .* \(hooks\.example\.com\)/),
    });
    await world.ownerPool.query(
      `UPDATE webhook_endpoint SET switched_off_at = now(), switched_off_because = 'failing'`,
    );
    const away = await consult('webhooks', 2);
    expect(away).toMatchObject({ state: 'wrong', found: expect.stringContaining('Switched off') });
    await world.ownerPool.query('DELETE FROM webhook_endpoint');
  });

  it('Ids of transactions that this PostgreSQL has not given yet are wrong.', async () => {
    expect(await consult('database-transactions')).toMatchObject({ state: 'ok' });
    const { rows } = await world.ownerPool.query<{ xid: string }>('SELECT xid::text FROM points_earned_cursor');
    const set = (xid: string) => world.ownerPool.query('UPDATE points_earned_cursor SET xid = $1::xid8', [xid]);
    await set('4000000000');
    expect(await consult('database-transactions')).toMatchObject({
      state: 'wrong',
      advice: expect.stringContaining('lightstick database adopt'),
    });
    await set(rows[0]?.xid ?? '3');
  });

  it('A read replica that is away, or is none of this database, is wrong.', async () => {
    expect(await consult('database-replica')).toMatchObject({ state: 'off' });
    const consultReplica = (url: string) =>
      consultDoctor('database-replica', { ...environment, DATABASE_READ_URL: url });
    const away = await consultReplica('postgres://postgres@127.0.0.1:1/nothing');
    expect(away).toMatchObject({ state: 'wrong', found: expect.stringContaining('ECONNREFUSED') });
    const same = await consultReplica(world.databaseUrl);
    expect(same).toMatchObject({ state: 'wrong', found: expect.stringContaining('no replica of the database') });
  });
});
