import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobs } from '#/app.ts';
import { type Alert, recordEvent, type webhooks } from '#/modules/webhooks/index.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';
import { isSignedBy, openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const why = 'to be told';

let world: World;
let receiver: WebhookReceiver;
let editor: TestOperator;
let count = 0;
beforeAll(async () => {
  world = await createWorld();
  receiver = await openWebhookReceiver();
  editor = await world.given.operator('editor');
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  receiver.arrived.length = 0;
  // The endpoints of the test before hear no more.
  for (const { endpointId } of await listEndpoints()) {
    await world.call('POST /operator/api/v1/webhooks/remove', { operator: editor, body: { endpointId, why } });
  }
});

async function listEndpoints() {
  return (await world.call('GET /operator/api/v1/webhooks/list', { operator: editor })).data.endpoints;
}

async function addEndpoint(path: string, url = receiver.url(path)) {
  const body = { url, events: ['alert' as const], why };
  return (await world.call('POST /operator/api/v1/webhooks/add', { operator: editor, body })).data;
}

async function readDeliveries(endpointId: string) {
  const query = { endpointId, pageSize: 50 };
  return (await world.call('GET /operator/api/v1/webhooks/deliveries', { operator: editor, query })).data.list;
}

const facts: Alert = { kind: 'chainTransactionImpossible', transactionId: '7', reason: 'undone' };

/** Records that something happened, in a transaction as its cause does. */
async function happen(subject = `event ${(count += 1)}`): Promise<void> {
  const at = world.clock.now();
  await world.db.transaction().execute((tx) => recordEvent(tx, { type: 'alert', subject, facts, at }));
}

type DeliverJob = ReturnType<typeof webhooks.jobs>[number];

async function deliverJob(services = world.services): Promise<DeliverJob> {
  const job = (await createJobs(services)).find(({ id }) => id === 'deliver-webhooks');
  if (!job) throw new Error('There is no job that delivers webhooks');
  return job;
}

const run = async (job?: DeliverJob) => (job ?? (await deliverJob())).run({}, { number: 1, last: false });

describe('what happened', () => {
  it('arrives although the process that posted it was killed before the answer', async () => {
    // First of all, because the process that is killed has the time of the machine.
    const { endpointId } = await addEndpoint('/killed');
    receiver.answer('/killed', 'none', 204);
    await happen();
    const script = resolve(import.meta.dirname, 'sender-process.ts');
    const child = spawn(process.execPath, [script, world.databaseUrl], { stdio: 'inherit' });
    const ended = new Promise((settle) => {
      child.on('exit', (_, signal) => settle(signal));
    });
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), { timeout: 30_000 });
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await run();
    expect(receiver.arrived).toHaveLength(1);
    world.clock.advance(60 * secondMs);
    await run();
    expect(receiver.arrived).toHaveLength(2);
    expect(receiver.arrived[1]?.id).toBe(receiver.arrived[0]?.id);
    expect(await readDeliveries(endpointId)).toMatchObject([
      { state: 'delivered', attempts: [{ durationMs: null, status: null, failure: null }, { status: 204 }] },
    ]);
  });

  it('is posted to every endpoint that listens, signed by its secret, once however often it is recorded', async () => {
    const { secret, endpointId } = await addEndpoint('/one');
    const other = await addEndpoint('/other');
    await happen('seen twice');
    await happen('seen twice');
    await Promise.all([run(), run()]);
    const [one, ...more] = receiver.arrived.filter(({ path }) => path === '/one');
    expect(more).toEqual([]);
    if (!one) throw new Error('nothing arrived');
    expect(one.body).toEqual({ type: 'alert', timestamp: world.clock.now().toISOString(), data: facts });
    expect(isSignedBy(secret, one, world.clock.now())).toBe(true);
    expect(isSignedBy(other.secret, one, world.clock.now())).toBe(false);
    expect(isSignedBy(secret, { ...one, text: one.text.replace('7', '8') }, world.clock.now())).toBe(false);
    const attempts = [
      { startedAt: world.clock.now().toISOString(), durationMs: expect.any(Number), status: 204, failure: null },
    ];
    expect(await readDeliveries(endpointId)).toEqual([
      expect.objectContaining({
        endpointId,
        eventId: one.id,
        event: 'alert',
        state: 'delivered',
        dueAt: null,
        attempts,
      }),
    ]);
    expect(receiver.arrived.filter(({ path }) => path === '/other')).toHaveLength(1);
  });

  it('is undone together with its transaction, and is nothing where no endpoint listens', async () => {
    await happen('nobody listens');
    const { endpointId } = await addEndpoint('/one');
    const undone = world.db.transaction().execute(async (tx) => {
      await recordEvent(tx, { type: 'alert', subject: 'undone', facts, at: world.clock.now() });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await run();
    expect([receiver.arrived, await readDeliveries(endpointId)]).toEqual([[], []]);
  });

  it('is posted again after growing pauses under the same id, then delivered', async () => {
    const { secret, endpointId } = await addEndpoint('/shaky');
    receiver.answer('/shaky', 500, { redirectTo: receiver.url('/elsewhere') }, 204);
    await happen();
    await run();
    // Not due yet.
    await run();
    expect(receiver.arrived).toHaveLength(1);
    world.clock.advance(12 * secondMs);
    await run();
    world.clock.advance(72 * secondMs);
    await run();
    expect(receiver.arrived.map(({ path }) => path)).toEqual(['/shaky', '/shaky', '/shaky']);
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.arrived.map(({ text }) => text)).size).toBe(1);
    for (const [index, webhook] of receiver.arrived.entries()) {
      // Each is signed for its own time.
      const at = new Date(world.clock.now().getTime() - (index === 0 ? 84 : index === 1 ? 72 : 0) * secondMs);
      expect(isSignedBy(secret, webhook, at)).toBe(true);
    }
    const [delivery] = await readDeliveries(endpointId);
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 500 }, { status: 302 }, { status: 204 }],
    });
    expect(await listEndpoints()).toMatchObject([{ failingSince: null, waiting: 0 }]);
  });

  it('is given up after a day, and sent again with all its attempts when an operator asks for it', async () => {
    const { endpointId } = await addEndpoint('/away');
    receiver.answer('/away', 503);
    await happen();
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await run();
      world.clock.advance(15 * hourMs * (attempt < 7 ? 0.3 : 1));
    }
    const [failed] = await readDeliveries(endpointId);
    expect(failed).toMatchObject({ state: 'failed', dueAt: null });
    const { length: before } = receiver.arrived;
    expect(failed?.attempts).toHaveLength(before);
    receiver.answer('/away', 204);
    const resend = 'POST /operator/api/v1/webhooks/resend';
    const body = { deliveryId: failed?.deliveryId ?? '', why: 'it is up again' };
    expect((await world.call(resend, { operator: editor, body })).code).toBe(0);
    await run();
    expect(receiver.arrived).toHaveLength(before + 1);
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(1);
    expect((await readDeliveries(endpointId))[0]).toMatchObject({ state: 'delivered' });
    // A delivery that still waits cannot be sent again.
    receiver.answer('/away', 500);
    await happen();
    await run();
    const [waiting] = await readDeliveries(endpointId);
    const again = await world.call(resend, { operator: editor, body: { deliveryId: waiting?.deliveryId ?? '', why } });
    expect(again.refusal).toBe('WEBHOOK_DELIVERY_NOT_FOUND');
  });
});

describe('an endpoint', () => {
  it('that is slow delays no other one, and has at most four deliveries at once', async () => {
    await addEndpoint('/slow');
    await addEndpoint('/quick');
    receiver.answer('/slow', 'none');
    for (let event = 0; event < 12; event += 1) await happen();
    const job = await deliverJob();
    const running = run(job);
    const arrivedAt = (path: string) => receiver.arrived.filter((one) => one.path === path).length;
    await vi.waitFor(() => expect(arrivedAt('/quick')).toBe(12), { timeout: 20_000 });
    await vi.waitFor(() => expect(arrivedAt('/slow')).toBe(4));
    // What happens meanwhile wakes the run that waits, and another process does not exceed the bound.
    await happen();
    await run(job);
    await run();
    await vi.waitFor(() => expect(arrivedAt('/quick')).toBe(13));
    expect(arrivedAt('/slow')).toBe(4);
    receiver.answer('/slow', 204);
    receiver.release();
    await running;
    await run();
    expect(arrivedAt('/slow')).toBe(13);
    expect(receiver.mostAtOnce.get('/slow')).toBe(4);
  });

  it('gets a hundred events, each once', async () => {
    await addEndpoint('/many');
    await Promise.all(Array.from({ length: 100 }, () => happen()));
    await Promise.all([run(), run(), run()]);
    const ids = receiver.arrived.map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(new Set(ids).size).toBe(100);
    expect(receiver.mostAtOnce.get('/many')).toBeLessThanOrEqual(4);
  });

  it('that answers 410 is switched off, which the others hear, until an operator enables it', async () => {
    const gone = await addEndpoint('/gone');
    await addEndpoint('/watching');
    receiver.answer('/gone', 410);
    await happen();
    await run();
    await run();
    const switchedOff = { kind: 'webhookSwitchedOff', endpointId: gone.endpointId, because: 'gone' };
    expect(receiver.arrived.filter(({ path }) => path === '/watching').map(({ body }) => body.data)).toContainEqual(
      switchedOff,
    );
    expect(await listEndpoints()).toMatchObject([
      {
        endpointId: gone.endpointId,
        switchedOff: { at: world.clock.now().toISOString(), because: 'gone' },
        waiting: 0,
      },
      { switchedOff: null },
    ]);
    await happen();
    const test = 'POST /operator/api/v1/webhooks/test';
    const body = { endpointId: gone.endpointId, why };
    expect((await world.call(test, { operator: editor, body })).refusal).toBe('WEBHOOK_OFF');
    await world.call('POST /operator/api/v1/webhooks/enable', { operator: editor, body });
    receiver.answer('/gone', 204);
    expect((await world.call(test, { operator: editor, body })).code).toBe(0);
    await run();
    expect(receiver.arrived.filter(({ path }) => path === '/gone').map(({ body: { type } }) => type)).toEqual([
      'alert',
      'test',
    ]);
  });

  it('that fails for three days is switched off', async () => {
    const { endpointId } = await addEndpoint('/failing');
    receiver.answer('/failing', 500);
    for (let day = 0; day < 4; day += 1) {
      await happen();
      await run();
      world.clock.advance(24 * hourMs);
    }
    expect((await listEndpoints()).find((one) => one.endpointId === endpointId)).toMatchObject({
      switchedOff: { because: 'failing' },
      waiting: 0,
    });
  });

  it.each([
    ['https://localhost/hook', 'a name that leads to this machine'],
    ['https://127.0.0.1.nip.io.invalid/hook', 'a name that leads nowhere'],
  ])('gets nothing at %s: %s', async (url) => {
    const { endpointId } = await addEndpoint('', url);
    await happen();
    await run();
    const [delivery] = await readDeliveries(endpointId);
    const failure = url.includes('localhost') ? 'notPublic' : 'connection';
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ status: null, failure }] });
  });

  it('on this machine is for development alone', async () => {
    const { endpointId } = await addEndpoint('/private');
    await happen();
    await run(await deliverJob({ ...world.services, settings: { ...world.services.settings, production: true } }));
    expect(receiver.arrived).toEqual([]);
    expect((await readDeliveries(endpointId))[0]).toMatchObject({ attempts: [{ failure: 'notPublic' }] });
  });
});
