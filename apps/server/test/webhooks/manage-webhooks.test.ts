import type { Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createJobs } from '#/app.ts';
import type { DB } from '#/db/schema.ts';
import { resetDelivery } from '#/modules/webhooks/deliveries.store.ts';
import { readDeliveries, recordEvent } from '#/modules/webhooks/index.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { plansOf } from '../world/plans-of.ts';
import { createWorld, type World } from '../world/world.ts';
import { wholeDatabase } from '../world/whole-database.ts';
import { isSignedBy, openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const add = 'POST /operator/api/v1/webhooks/add';
const rotate = 'POST /operator/api/v1/webhooks/rotate';
const remove = 'POST /operator/api/v1/webhooks/remove';
const listCall = 'GET /operator/api/v1/webhooks/list';
const dayMs = 86_400_000;
const why = 'our bot asks for it';

let world: World;
let receiver: WebhookReceiver;
let editor: TestOperator;
beforeAll(async () => {
  world = await createWorld();
  receiver = await openWebhookReceiver();
  editor = await world.given.operator('editor');
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const addEndpoint = (url: string) => world.call(add, { operator: editor, body: { url, events: ['alert'], why } });

async function listEndpoints() {
  return (await world.call(listCall, { operator: editor })).data.endpoints;
}

async function happen(subject: string): Promise<void> {
  const facts = { kind: 'chainTransactionImpossible', transactionId: '7', reason: 'undone' } as const;
  await world.db
    .transaction()
    .execute((tx) => recordEvent(tx, { type: 'alert', subject, facts, at: world.clock.now() }));
  const job = (await createJobs(world.services)).find(({ id }) => id === 'deliver-webhooks');
  await job?.run({}, { number: 1, last: false });
}

describe('deliveries', () => {
  const deliveries = 'GET /operator/api/v1/webhooks/deliveries';
  const [mine, newer] = [1500, 2000];
  let endpointId: string;

  /** Inserts events of now with a delivery for each, which has failed. */
  const fail = (endpoint: string, events: number) =>
    world.ownerPool.query(
      `WITH event AS (
         INSERT INTO webhook_event (id, type, subject, facts, occurred_at)
         SELECT gen_random_uuid(), 'alert', $1 || ' ' || n, '{}', $2 FROM generate_series(1, $3::int) AS n RETURNING id)
       INSERT INTO webhook_delivery (event_id, endpoint_id, state) SELECT id, $1::bigint, 'failed' FROM event`,
      [endpoint, world.clock.now(), events],
    );

  beforeAll(async () => {
    ({ endpointId } = (await addEndpoint(receiver.url('/mine'))).data);
    await happen('the first');
    await fail(endpointId, mine - 1);
    await fail((await addEndpoint(receiver.url('/newer'))).data.endpointId, newer);
    await world.ownerPool.query('ANALYZE webhook_event, webhook_delivery');
  });
  afterAll(() => world.ownerPool.query('DELETE FROM webhook_endpoint'));

  it('are found by index, and counted no further than a thousand after the page', async () => {
    const query = { endpointId, pageSize: 1 };
    const totalOf = async (pageNum: number) =>
      (await world.call(deliveries, { operator: editor, query: { ...query, pageNum } })).data.total;
    expect([await totalOf(1), await totalOf(mine - 2)]).toEqual([1001, mine]);
    const { rows } = await world.ownerPool.query<{ id: string }>(
      'SELECT max(id)::text AS id FROM webhook_delivery WHERE endpoint_id = $1',
      [endpointId],
    );
    const plans = await plansOf(world.ownerPool, async (db) => {
      await readDeliveries(db, { ...query, pageNum: 1 });
      await resetDelivery(db as Transaction<DB>, { deliveryId: rows[0]?.id ?? '', at: world.clock.now() });
    });
    const ofDeliveries = plans.map((nodes) => nodes.filter((node) => node['Relation Name'] === 'webhook_delivery'));
    expect(ofDeliveries.map((nodes) => nodes.length > 0)).toEqual([true, true, true, true]);
    expect(ofDeliveries.flat().filter((node) => (node['Rows Removed by Filter'] ?? 0) > 1)).toEqual([]);
  });

  it.each(['mine', '0', '-1', '1e3', '99999999999999999999'])('of the id %s are none, and no error', async (id) => {
    const { data } = await world.call(deliveries, { operator: editor, query: { endpointId: id } });
    expect(data).toMatchObject({ list: [], total: 0 });
    const resend = 'POST /operator/api/v1/webhooks/resend';
    const { refusal } = await world.call(resend, { operator: editor, body: { deliveryId: id, why } });
    expect(refusal).toBe('WEBHOOK_DELIVERY_NOT_FOUND');
  });

  it('are forgotten after 30 days, with their attempts, some hundred events at a time', async () => {
    await world.ownerPool.query(
      `CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF (SELECT count(*) FROM gone) > 500 THEN RAISE EXCEPTION 'too many events at once'; END IF;
         RETURN NULL; END $$;
       CREATE TRIGGER refuse_many AFTER DELETE ON webhook_event REFERENCING OLD TABLE AS gone
         FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`,
    );
    onTestFinished(async () => {
      await world.ownerPool.query('DROP TRIGGER refuse_many ON webhook_event; DROP FUNCTION refuse_many');
    });
    const forget = (await createJobs(world.services)).find(({ id }) => id === 'forget-webhooks');
    const left = async () => (await world.ownerPool.query('SELECT FROM webhook_delivery')).rowCount;
    world.clock.advance(30 * dayMs);
    await forget?.run({}, { number: 1, last: false });
    expect(await left()).toBe(mine + newer);
    expect((await world.ownerPool.query('SELECT FROM webhook_attempt')).rowCount).toBe(1);
    world.clock.advance(1);
    await forget?.run({}, { number: 1, last: false });
    expect(await left()).toBe(0);
    expect((await world.ownerPool.query('SELECT FROM webhook_attempt')).rowCount).toBe(0);
  });
});

describe('an endpoint', () => {
  it('is added with a secret that is shown once and kept sealed, listed, and removed with its deliveries', async () => {
    const url = receiver.url('/first');
    const { endpointId, secret } = (await addEndpoint(url)).data;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect((await addEndpoint(url)).refusal).toBe('WEBHOOK_EXISTS');
    expect(await listEndpoints()).toEqual([
      {
        endpointId,
        url,
        events: ['alert'],
        createdAt: world.clock.now().toISOString(),
        formerSecretUntil: null,
        failingSince: null,
        switchedOff: null,
        waiting: 0,
      },
    ]);
    await happen('before it is removed');
    expect(JSON.stringify(await wholeDatabase(world.ownerPool))).not.toContain(secret.slice('whsec_'.length));
    const removed = await world.call(remove, { operator: editor, body: { endpointId, why } });
    expect(removed.data).toEqual({ endpointId });
    expect(await listEndpoints()).toEqual([]);
    expect((await world.call(remove, { operator: editor, body: { endpointId, why } })).refusal).toBe(
      'WEBHOOK_NOT_FOUND',
    );
    const subject = `webhook:${endpointId}`;
    const { list } = (await world.call('GET /operator/api/v1/acts/list', { operator: editor, query: { subject } }))
      .data;
    expect(list.map((act) => [act.action, act.why, act.before, act.after])).toEqual([
      ['webhooks/remove', why, { url, events: ['alert'] }, null],
      ['webhooks/add', why, null, { url, events: ['alert'] }],
    ]);
  });

  it('signs by both secrets for a day after a rotation, then by the new one alone', async () => {
    const { endpointId, secret: former } = (await addEndpoint(receiver.url('/rotated'))).data;
    const rotated = (await world.call(rotate, { operator: editor, body: { endpointId, why } })).data;
    expect(rotated.formerSecretUntil).toBe(new Date(world.clock.now().getTime() + dayMs).toISOString());
    expect(rotated.secret).not.toBe(former);
    const signedBy = async (subject: string) => {
      receiver.arrived.length = 0;
      await happen(subject);
      const [webhook] = receiver.arrived;
      return [former, rotated.secret].map((secret) => webhook && isSignedBy(secret, webhook, world.clock.now()));
    };
    world.clock.advance(dayMs - 1);
    expect(await signedBy('on the same day')).toEqual([true, true]);
    world.clock.advance(1);
    expect(await signedBy('on the next day')).toEqual([false, true]);
    const forget = (await createJobs(world.services)).find(({ id }) => id === 'forget-webhooks');
    await forget?.run({}, { number: 1, last: false });
    const { rows } = await world.ownerPool.query('SELECT sealed_former_secret AS former FROM webhook_endpoint');
    expect(rows).toEqual([{ former: null }]);
    await world.call(remove, { operator: editor, body: { endpointId, why } });
  });

  it.each([
    'https://10.0.0.7/',
    'http://hooks.example.com/',
    'https://a:b@hooks.example.com/',
    'ftp://hooks.example.com',
  ])('cannot be %s', async (url) => {
    expect((await addEndpoint(url)).refusal).toBe('WEBHOOK_ADDRESS_REFUSED');
  });

  it('is one of twenty at most, however many are added at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) => addEndpoint(`https://hooks.example.com/${index}`)),
    );
    const refused = replies.filter(({ refusal }) => refusal === 'WEBHOOK_LIMIT_REACHED');
    expect([refused.length, (await listEndpoints()).length]).toEqual([5, 20]);
    expect(refused[0]?.message).toContain('20');
  });
});
