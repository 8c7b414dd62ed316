import { randomUUID } from 'node:crypto';
import { taskTypes } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import {
  confirmAsProvider,
  formEnvironment,
  type FormOptions,
  getFormLink,
  givenFormTask,
  parameterFor,
} from '../../world/given-form.ts';
import { createWorld, type World } from '../../world/world.ts';

const openForm = 'POST /task/api/v1/taskItem/openForm';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const getTasksList = 'POST /task/api/v1/task/getTasksList';
/** Noon in Taipei. */
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: formEnvironment });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan();
});

async function readListed(taskId: string, by: TestFan | undefined = fan) {
  const { data } = await world.call(getTasksList, { fan: by, body: {} });
  return Object.values(data)
    .flat()
    .find((task) => task.taskId === taskId);
}

const claimBy = (taskId: string, by = fan, key?: string) =>
  world.call(claim, { fan: by, body: { taskId }, ...(key ? { key } : {}) });

describe('a form task', () => {
  it.each(taskTypes.form)('of type %i goes from its card to Points', async (typeId) => {
    const taskId = await givenFormTask(world, { typeId, reward: 25 });
    expect(await readListed(taskId)).toMatchObject({ kind: 'form', state: 'available' });
    const parameter = await parameterFor(world, fan, taskId);
    await world.call(openForm, { fan, body: { taskId } });
    expect(await readListed(taskId)).toMatchObject({
      state: 'available',
      progress: { done: 1, total: 2 },
      awaits: 'confirmation',
    });
    expect(await confirmAsProvider(world, parameter)).toMatchObject({ code: 0, data: { outcome: 'accepted' } });
    expect(await readListed(taskId)).toMatchObject({ state: 'completed', progress: { done: 2, total: 2 } });
    expect(await claimBy(taskId)).toMatchObject({ code: 0, data: { points: 25, pointsLeft: 25 } });
    expect(await readListed(taskId)).toMatchObject({ state: 'awarded' });
  });

  it('is not paid before its form is confirmed', async () => {
    const taskId = await givenFormTask(world);
    for (const before of [() => Promise.resolve(), () => world.call(openForm, { fan, body: { taskId } })]) {
      await before();
      expect(await changesNothing(world, () => claimBy(taskId))).toMatchObject({ refusal: 'TASK_NOT_DONE' });
    }
  });

  it('is paid once for concurrent claims', async () => {
    const taskId = await givenFormTask(world, { reward: 25 });
    await confirmAsProvider(world, await parameterFor(world, fan, taskId));
    const claims = await Promise.all(Array.from({ length: 40 }, () => claimBy(taskId, fan, randomUUID())));
    expect(claims.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(claims.filter(({ refusal }) => refusal === 'TASK_ALREADY_AWARDED')).toHaveLength(39);
    expect(await balanceOf(world, fan)).toBe(25);
  });

  it('can be done again on the next day when it is daily', async () => {
    const taskId = await givenFormTask(world, { period: 'daily' });
    const today = await parameterFor(world, fan, taskId);
    await confirmAsProvider(world, today);
    await claimBy(taskId);
    world.clock.advance(12 * hourMs);
    expect(await readListed(taskId)).toMatchObject({ state: 'available' });
    const refused = await changesNothing(world, () => confirmAsProvider(world, today));
    expect(refused.refusal).toBe('FORM_PARAMETER_EXPIRED');
    const tomorrow = await parameterFor(world, fan, taskId);
    expect(await confirmAsProvider(world, tomorrow)).toMatchObject({ data: { outcome: 'accepted' } });
    expect(await claimBy(taskId)).toMatchObject({ code: 0 });
  });

  it('is shown to a visitor as something to do', async () => {
    const taskId = await givenFormTask(world);
    expect(await readListed(taskId, undefined)).toMatchObject({ state: 'available' });
  });

  it.each<[string, FormOptions, string]>([
    ['without a form yet', { form: null }, 'TASK_NOT_OPEN'],
    ['that is not open yet', { opensAt: new Date(noon.getTime() + 1) }, 'TASK_NOT_OPEN'],
    ['that has ended', { endsAt: noon }, 'TASK_ENDED'],
    ['that was taken away', { retired: true }, 'TASK_NOT_FOUND'],
  ])('%s has no way to it, and nothing is noted', async (_, options, refusal) => {
    const taskId = await givenFormTask(world, options);
    for (const route of [getFormLink, openForm, claim] as const) {
      const reply = await changesNothing(world, () => world.call(route, { fan, body: { taskId } }));
      expect(reply.refusal).toBe(refusal);
    }
  });

  it('of another kind has no form', async () => {
    const taskId = await givenFormTask(world, { typeId: 36, linkTypes: ['page'], form: null });
    for (const route of [getFormLink, openForm] as const) {
      const reply = await changesNothing(world, () => world.call(route, { fan, body: { taskId } }));
      expect(reply.refusal).toBe('TASK_WITHOUT_FORM');
    }
  });

  it('whose form is the demo’s waits where there is none', async () => {
    await using strict = await createWorld({ now: noon, settings: { devPages: false } });
    const taskId = await givenFormTask(strict, { form: { url: '/dev/form', parameter: 'fan' } });
    const stranger = await strict.given.fan();
    expect(await strict.call(getFormLink, { fan: stranger, body: { taskId } })).toMatchObject({
      refusal: 'TASK_NOT_OPEN',
    });
    expect((await strict.app.inject('/dev/form?fan=x')).statusCode).toBe(404);
  });

  it('in a wrong place of the table is refused by the database', async () => {
    const wrong = [
      { typeId: 36, linkTypes: ['page'] },
      { form: { url: 'http://forms.example.com/f', parameter: 'a' } },
      { form: { url: '/mall', parameter: 'a' } },
      { form: { url: 'https://forms.example.com/f', parameter: null } },
      { form: { url: 'https://forms.example.com/{parameter}', parameter: 'a' } },
    ];
    for (const options of wrong) {
      await expect(givenFormTask(world, options)).rejects.toMatchObject({ constraint: 'task_form_fits_its_type' });
    }
  });
});

describe('the link to a form', () => {
  it('is valid for a day, and does not reveal the fan', async () => {
    const taskId = await givenFormTask(world);
    const { data } = await world.call(getFormLink, { fan, body: { taskId } });
    expect(data).toMatchObject({ openedAt: null, expiresAt: new Date(noon.getTime() + 24 * hourMs).toISOString() });
    expect(data.url).toMatch(/^https:\/\/forms\.example\.com\/f\?usp=pp_url&entry\.1=[\w-]{72}$/);
    const bytes = Buffer.from(new URL(data.url).searchParams.get('entry.1') ?? '', 'base64url').toString('latin1');
    for (const told of [fan.accountId, fan.email, taskId]) expect(data.url + bytes).not.toContain(told);
  });

  it('asked for again leads to the same entry, also when it is asked for many times at once', async () => {
    const taskId = await givenFormTask(world);
    const links = await Promise.all(Array.from({ length: 40 }, () => parameterFor(world, fan, taskId)));
    expect(new Set(links).size).toBe(1);
    world.clock.advance(hourMs);
    const later = await parameterFor(world, fan, taskId);
    expect(links).not.toContain(later);
    await confirmAsProvider(world, links[0] ?? '');
    expect(await confirmAsProvider(world, later)).toMatchObject({ data: { outcome: 'already' } });
  });

  it('remembers when the fan first went to it', async () => {
    const taskId = await givenFormTask(world);
    await world.call(openForm, { fan, body: { taskId } });
    world.clock.advance(hourMs);
    const again = await world.call(openForm, { fan, body: { taskId } });
    expect(again.data).toEqual({ taskId, openedAt: noon.toISOString() });
    expect((await world.call(getFormLink, { fan, body: { taskId } })).data.openedAt).toBe(noon.toISOString());
  });
});
