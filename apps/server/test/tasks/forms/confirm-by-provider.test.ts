import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import {
  confirmAsProvider,
  formEnvironment,
  givenFormTask,
  parameterFor,
  signHeaders,
} from '../../world/given-form.ts';
import { createWorld, type World } from '../../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const minuteMs = 60_000;

let world: World;
let fan: TestFan;
let taskId: string;
let parameter: string;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: formEnvironment });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan();
  taskId = await givenFormTask(world);
  parameter = await parameterFor(world, fan, taskId);
});

async function confirmedFans(): Promise<number[]> {
  const rows = await world.db
    .selectFrom('form_entry')
    .select('fan_id as fanId')
    .where('task_id', '=', taskId)
    .where('confirmed_at', 'is not', null)
    .execute();
  return rows.map(({ fanId }) => fanId);
}

describe('a form provider’s confirmation', () => {
  it('is taken once, and said again changes nothing', async () => {
    expect(await confirmAsProvider(world, parameter)).toMatchObject({ code: 0, data: { outcome: 'accepted' } });
    world.clock.advance(minuteMs);
    const again = await changesNothing(world, () => confirmAsProvider(world, parameter));
    expect(again).toMatchObject({ code: 0, data: { outcome: 'already' } });
  });

  it('is taken once of forty that arrive at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => confirmAsProvider(world, parameter)));
    const outcomes = replies.map(({ data }) => data.outcome);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already')).toHaveLength(39);
  });

  it('confirms only the fan of the parameter', async () => {
    const other = await world.given.fan();
    const theirs = await parameterFor(world, other, taskId);
    expect(theirs).not.toBe(parameter);
    await confirmAsProvider(world, theirs);
    expect(await confirmedFans()).toEqual([other.id]);
  });

  it('confirms one task of a fan, and not another', async () => {
    const another = await givenFormTask(world);
    await confirmAsProvider(world, await parameterFor(world, fan, another));
    expect(await confirmedFans()).toEqual([]);
  });

  it('is refused when it was copied and comes again after five minutes', async () => {
    const refused = await changesNothing(world, () =>
      confirmAsProvider(world, parameter, { signedAt: new Date(noon.getTime() - 5 * minuteMs - 1000) }),
    );
    expect(refused).toMatchObject({ status: 401, refusal: 'FORM_SIGNATURE_INVALID' });
    expect(refused.message).toContain('webhook-timestamp');
  });

  it.each([
    ['is not signed', { headers: { 'webhook-signature': '' } }],
    ['is signed by somebody else', { signWith: Buffer.from('a secret that somebody made up') }],
    ['is signed for another time', { headers: { 'webhook-timestamp': String(noon.getTime() / 1000 + 1) } }],
    ['is signed under another id', { headers: { 'webhook-id': 'another' } }],
    ['is only signed by a fan’s token', { headers: { 'webhook-signature': 'v1,x', token: 'x' } }],
  ])('is refused when it %s', async (_, options) => {
    const refused = await changesNothing(world, () => confirmAsProvider(world, parameter, options));
    expect(refused).toMatchObject({ status: 401, refusal: 'FORM_SIGNATURE_INVALID' });
  });

  it('is refused when its body was altered, though it still means the same', async () => {
    const send = (payload: string) =>
      world.app.inject({
        method: 'POST',
        url: '/task/api/v1/forms/confirm',
        payload,
        headers: { ...signHeaders(world, parameter), 'content-type': 'application/json' },
      });
    const altered = await changesNothing(world, () => send(JSON.stringify({ parameter }, null, 1)));
    expect(altered.statusCode).toBe(401);
    expect((await send(JSON.stringify({ parameter }))).statusCode).toBe(200);
  });

  it('is refused when its parameter was made elsewhere, altered, or has expired', async () => {
    for (const given of [
      'x',
      `${parameter.slice(0, -1)}${parameter.endsWith('A') ? 'B' : 'A'}`,
      parameter.toLowerCase(),
    ]) {
      const refused = await changesNothing(world, () => confirmAsProvider(world, given));
      expect(refused).toMatchObject({ status: 200, refusal: 'FORM_PARAMETER_INVALID' });
    }
    world.clock.advance(24 * 60 * minuteMs);
    const expired = await changesNothing(world, () => confirmAsProvider(world, parameter));
    expect(expired).toMatchObject({ status: 200, refusal: 'FORM_PARAMETER_EXPIRED' });
  });

  it('is refused when its fan has been erased', async () => {
    await eraseFan(world, fan);
    const refused = await changesNothing(world, () => confirmAsProvider(world, parameter));
    expect(refused.refusal).toBe('FORM_PARAMETER_INVALID');
  });

  it('stays: not even the owner of the database takes it back unnoticed', async () => {
    await confirmAsProvider(world, parameter);
    await expect(
      world.ownerPool.query('UPDATE form_entry SET confirmed_at = NULL, confirmed_by = NULL WHERE task_id = $1', [
        taskId,
      ]),
    ).rejects.toThrow('never changes');
  });
});

describe('without the secret of a provider', () => {
  it('outsiders cannot confirm', async () => {
    await using alone = await createWorld({ now: noon });
    const own = await givenFormTask(alone);
    const stranger = await alone.given.fan();
    const reply = await confirmAsProvider(alone, await parameterFor(alone, stranger, own));
    expect(reply).toMatchObject({ status: 401, refusal: 'FORM_SIGNATURE_INVALID' });
  });
});
