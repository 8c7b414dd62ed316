import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

const call = '/wallet/api/v1/user/getPublicKey';

/** Keeps the process busy, as a storm of calls would, until it has noticed. */
async function untilTooBusy({ app }: World): Promise<void> {
  while (!app.load.isTooHigh()) {
    const endMs = performance.now() + 200;
    while (performance.now() < endMs);
    await setImmediate();
  }
}

async function shedCalls({ services }: World): Promise<number> {
  const text = await services.metrics.registry.getSingleMetricAsString('lightstick_shed_total');
  return Number(/ (\d+)$/m.exec(text)?.[1]);
}

it('A process that falls behind sends calls to others, says when to return, and takes them again.', async () => {
  await using world = await createWorld({ environment: { MAX_EVENT_LOOP_DELAY_MS: '100' } });
  const ask = (url: string) => world.app.inject({ url, method: url === call ? 'POST' : 'GET' });
  // Building the server has kept the process busy too.
  await expect.poll(async () => (await ask(call)).statusCode).toBe(200);
  const before = await shedCalls(world);

  await untilTooBusy(world);
  const shed = await ask(call);
  expect(shed.statusCode).toBe(503);
  expect(shed.headers['retry-after']).toBe('2');
  expect(shed.json()).toMatchObject({ code: 9007, data: null });
  expect((await ask('/healthz')).statusCode).toBe(200);
  const page = await world.app.inject({ url: '/vote-activity', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([503, '2', 'no-store']);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('馬上回來');
  expect(await shedCalls(world)).toBe(before + 2);

  await expect.poll(async () => (await ask(call)).statusCode).toBe(200);
});
