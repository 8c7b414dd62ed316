import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { notifyOfClosesJob, notifyOfOpeningsJob } from '#/modules/elections/notify-of-closes.ts';
import { listFollowers } from '#/modules/following/index.ts';
import { decideRoute, reason, why } from '../quarantine/given-quarantine.ts';
import {
  activityId,
  createRoundsScenario,
  doVote,
  firstCloses,
  secondCloses,
  secondOpens,
  settledAfterMs,
} from '../rankings/rounds/given-rounds.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import type { World } from '../world/world.ts';

const minuteMs = 60_000;
/** So long after its opening time, the second round has idols at last. */
const settledAt = new Date(secondOpens.getTime() + 30 * minuteMs);

const quarantine = {
  callsPerMinute: null,
  fansPerDevice: 2,
  fansPerAddress: null,
  decideWithinHours: 24,
  ifUndecided: 'released',
} as const;

async function givenTallying() {
  const scenario = await createRoundsScenario({ rules: { quarantine } });
  const { world, counted } = scenario;
  const follow = async (idolId: string) => {
    const fan = await world.given.fan();
    await world.call('POST /activity/api/v1/following/follow', { fan, body: { idolId } });
    return fan;
  };
  const [advances, isOut] = [await follow('1'), await follow('4')];
  await counted('1', 9);
  await counted('2', 7);
  const deviceId = randomUUID();
  let voteId = '';
  for (let fan = 0; fan < 3; fan += 1) {
    const call = { fan: await world.given.fan({ votes: 1 }), body: { activityId, idolId: '3', num: 1 } };
    const { data } = await world.call(doVote, { ...call, headers: { 'x-deviceid': deviceId } });
    ({ voteId } = data);
  }
  world.clock.set(new Date(firstCloses.getTime() + settledAfterMs));
  await stepActivities(world);
  expect(await statuses(world)).toEqual(['closed', 'open']);
  const decide = async () => {
    const operator = await world.given.operator('moderator');
    const { code } = await world.call(decideRoute, {
      operator,
      body: { activityId, voteIds: [voteId], verdict: 'released', reason, why },
    });
    expect(code).toBe(0);
    await stepActivities(world);
    await expect.poll(() => statuses(world)).toEqual(['settled', 'open']);
  };
  return { world, advances, isOut, decide, [Symbol.asyncDispose]: () => scenario[Symbol.asyncDispose]() };
}

async function statuses({ ownerPool }: World): Promise<string[]> {
  const { rows } = await ownerPool.query<{ status: string }>('SELECT status FROM ledger.round ORDER BY round');
  return rows.map(({ status }) => status);
}

const kindsFor = async ({ call }: World, fan: TestFan) =>
  (await call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} })).data.list.map(({ kind }) => kind);

it('a later round is announced from when fans can vote in it, to those whose idols still stand', async () => {
  await using scenario = await givenTallying();
  const { world, advances, isOut, decide } = scenario;
  const tell = async () => {
    await notifyOfOpeningsJob({ ...world.services, listFollowers }).run({}, { number: 1, last: true });
    await notifyOfClosesJob({ ...world.services, listFollowers }).run({}, { number: 1, last: true });
  };
  for (const at of [secondOpens, settledAt]) {
    world.clock.set(at);
    await changesNothing(world, tell);
  }
  await decide();
  // More than an hour after the opening time, but not after the result.
  world.clock.set(new Date(settledAt.getTime() + 45 * minuteMs));
  await tell();
  expect(await kindsFor(world, advances)).toEqual(['roundCloses', 'roundOpens']);
  expect(await kindsFor(world, isOut)).toEqual([]);
  world.clock.set(new Date(secondCloses.getTime() - minuteMs));
  await changesNothing(world, tell);
});

it('a later round is not announced any more an hour after the result of the round before', async () => {
  await using scenario = await givenTallying();
  const { world, advances, decide } = scenario;
  world.clock.set(settledAt);
  await decide();
  world.clock.set(new Date(settledAt.getTime() + 60 * minuteMs));
  await changesNothing(world, () =>
    notifyOfOpeningsJob({ ...world.services, listFollowers }).run({}, { number: 1, last: true }),
  );
  expect(await kindsFor(world, advances)).toEqual([]);
});
