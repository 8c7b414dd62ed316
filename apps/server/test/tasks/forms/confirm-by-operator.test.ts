import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenFormTask, parameterFor } from '../../world/given-form.ts';
import type { TestOperator } from '../../world/given-operator.ts';
import { givenTask } from '../../world/given-task.ts';
import { createWorld, type World } from '../../world/world.ts';

const confirm = 'POST /operator/api/v1/forms/confirm';
const listActs = 'GET /operator/api/v1/acts/list';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const noon = new Date('2026-03-10T04:00:00.000Z');
const why = 'The list of the venue';

let world: World;
let operator: TestOperator;
let taskId: string;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  operator = await world.given.operator('editor');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  taskId = await givenFormTask(world);
});

const confirmAll = (fans: readonly string[], options: { taskId?: string } = {}) =>
  world.call(confirm, { operator, body: { taskId, fans: [...fans], why, ...options } });

async function fanCodeOf(fan: TestFan): Promise<string> {
  const row = await world.db.selectFrom('fan').select('fan_code').where('id', '=', fan.id).executeTakeFirstOrThrow();
  return row.fan_code;
}

async function givenFans(count: number): Promise<TestFan[]> {
  return Promise.all(Array.from({ length: count }, () => world.given.fan()));
}

describe('an operator’s list of who has sent a form', () => {
  it('confirms fans by code or email, in any case, and reports the result of each line', async () => {
    const [one, two, opened] = await givenFans(3);
    if (!one || !two || !opened) throw new Error('There are three fans');
    await parameterFor(world, opened, taskId);
    const code = await fanCodeOf(one);
    const lines = [
      code.toLowerCase(),
      ` ${two.email.toUpperCase()} `,
      opened.email,
      one.email,
      'NOBODY22',
      'a@b.example',
    ];
    const { data } = await confirmAll(lines);
    expect(data).toEqual({
      taskId,
      occurrence: 'once',
      lines: [
        { fan: code.toLowerCase(), outcome: 'accepted' },
        { fan: two.email.toUpperCase(), outcome: 'accepted' },
        { fan: opened.email, outcome: 'accepted' },
        { fan: one.email, outcome: 'already' },
        { fan: 'NOBODY22', outcome: 'unknown' },
        { fan: 'a@b.example', outcome: 'unknown' },
      ],
    });
    for (const fan of [one, two, opened]) {
      expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0 });
    }
  });

  it('is written down with its reason and the accounts that it confirmed, and with no email', async () => {
    const [fan] = await givenFans(1);
    if (!fan) throw new Error('There is a fan');
    await confirmAll([fan.email, 'nobody@example.com']);
    const { data } = await world.call(listActs, { operator, query: { subject: `task:${taskId}` } });
    expect(data.list).toEqual([
      expect.objectContaining({
        operator: operator.name,
        action: 'forms/confirm',
        why,
        at: noon.toISOString(),
        before: null,
        after: { occurrence: 'once', confirmed: [fan.accountId] },
      }),
    ]);
    expect(JSON.stringify(data)).not.toContain('@');
  });

  it('sent again confirms no fan twice, also forty times at once', async () => {
    const fans = await givenFans(5);
    const emails = fans.map(({ email }) => email);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => confirmAll(n % 2 === 0 ? emails : emails.toReversed())),
    );
    const outcomes = replies.flatMap(({ data }) => data.lines.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'already')).toHaveLength(195);
  });

  it('takes a thousand fans, and no more', async () => {
    const codes = Array.from({ length: 1001 }, (_, n) => `NOBODY${n}`);
    expect((await confirmAll(codes.slice(0, 1000))).data.lines).toHaveLength(1000);
    const refused = await changesNothing(world, () => confirmAll(codes));
    expect(refused).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    expect(refused.message).toContain('fans');
  });

  it('is refused for a task that is not there, has no form, or is not open, and changes nothing', async () => {
    const [fan] = await givenFans(1);
    const refusals = [
      ['TASK_NOT_FOUND', 'no-such-task'],
      ['TASK_WITHOUT_FORM', await givenTask(world)],
      ['TASK_NOT_OPEN', await givenFormTask(world, { opensAt: new Date(noon.getTime() + 1) })],
      ['TASK_ENDED', await givenFormTask(world, { endsAt: noon })],
    ] as const;
    for (const [refusal, wrong] of refusals) {
      const reply = await changesNothing(world, () => confirmAll([fan?.email ?? ''], { taskId: wrong }));
      expect(reply.refusal).toBe(refusal);
    }
  });

  it('counts in the occurrence that is running', async () => {
    const daily = await givenFormTask(world, { period: 'daily' });
    const [fan] = await givenFans(1);
    if (!fan) throw new Error('There is a fan');
    expect((await confirmAll([fan.email], { taskId: daily })).data.occurrence).toBe('2026-03-10');
    world.clock.advance(24 * 60 * 60_000);
    const reply = await changesNothing(world, () => world.call(claim, { fan, body: { taskId: daily } }));
    expect(reply.refusal).toBe('TASK_NOT_DONE');
    expect((await confirmAll([fan.email], { taskId: daily })).data).toMatchObject({
      occurrence: '2026-03-11',
      lines: [{ outcome: 'accepted' }],
    });
  });
});
