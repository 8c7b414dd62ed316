import { afterEach, expect, it } from 'vitest';
import { decideUndecided } from '#/modules/quarantine/decide-votes.ts';
import { anotherLifecycle, stepActivities } from '../world/activity-lifecycle.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { activityId } from '../world/given-election.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import {
  createQuarantineScenario,
  decideRoute,
  decisionsRoute,
  hourMs,
  type QuarantineScenario,
  reason,
  recordRoute,
  why,
} from './given-quarantine.ts';

let scenario: QuarantineScenario;
const round = { activityId, round: 1 };
afterEach(() => scenario[Symbol.asyncDispose]());

/** Prepares five votes in quarantine of an election that has closed, whose rules decide within a day. */
async function givenClosed(ifUndecided: 'released' | 'voided') {
  scenario = await createQuarantineScenario({ ifUndecided });
  const { world, election, givenSetAside } = scenario;
  const votes = [];
  for (let vote = 0; vote < 5; vote += 1) votes.push(await givenSetAside({ num: 2 }));
  const state = async () => {
    const { data } = await world.call('GET /activity/api/v1/vote/activity', {
      query: { activityId: election.activityId },
    });
    return data.state;
  };
  world.clock.set(new Date(election.closesAt.getTime() + hourMs));
  await stepActivities(world);
  await expect.poll(state).toBe('tallying');
  return { votes, state };
}

it.each(['released', 'voided'] as const)(
  'are %s when the rules say so and no decision came in time, then the election is final',
  async (verdict) => {
    const { votes, state } = await givenClosed(verdict);
    const { world, election, votesOf, totals } = scenario;
    const dueAt = new Date(election.closesAt.getTime() + 24 * hourMs);
    await changesNothing(world, () => decideUndecided(world.db, { ...round, at: new Date(dueAt.getTime() - 1) }));
    expect(await state()).toBe('tallying');
    await decideUndecided(world.db, { ...round, at: dueAt }, { most: 2, batches: 3 });
    expect(await totals()).toEqual({ quarantined: 0, released: 0, voided: 0, [verdict]: 10 });
    expect(await votesOf('1')).toBe(verdict === 'released' ? 10 : 0);
    const { data } = await world.call(decisionsRoute, { query: { activityId } });
    expect(data.list.map(({ num, isByRule }) => [num, isByRule])).toEqual([
      [2, true],
      [4, true],
      [4, true],
    ]);
    expect(data.list[0]?.reason).toContain('No decision in time');
    await stepActivities(world);
    await expect.poll(state).toBe('final');
    const fan = votes[0]?.fan;
    const record = await world.call(recordRoute, { ...(fan && { fan }), query: {} });
    expect(record.data.list[0]).toMatchObject({ state: verdict, setAside: { decision: { isByRule: true } } });
  },
);

it('are decided in batches, from where the last one ended, so that other rounds have their turn', async () => {
  await givenClosed('voided');
  const { world, election, totals } = scenario;
  const due = { ...round, at: new Date(election.closesAt.getTime() + 24 * hourMs) };
  const bounds = { most: 2, batches: 1 };
  const after = await decideUndecided(world.db, due, bounds);
  expect(await totals()).toMatchObject({ quarantined: 6, voided: 4 });
  const later = await decideUndecided(world.db, { ...due, after }, bounds);
  expect(Number(later)).toBeGreaterThan(Number(after));
  expect(await decideUndecided(world.db, { ...due, after: later }, bounds)).toBeUndefined();
  expect(await totals()).toEqual({ quarantined: 0, released: 0, voided: 10 });
});

it('are decided once by any number of processes, with other decisions in between', async () => {
  const { votes, state } = await givenClosed('voided');
  const { world, election, totals } = scenario;
  await world.call(decideRoute, {
    operator: await world.given.operator('moderator'),
    body: { activityId, voteIds: [votes[2]?.voteId ?? ''], verdict: 'released', reason, why },
  });
  const dueAt = new Date(election.closesAt.getTime() + 24 * hourMs);
  await Promise.all(
    Array.from({ length: 6 }, () => decideUndecided(world.db, { ...round, at: dueAt }, { most: 2, batches: 3 })),
  );
  expect(await totals()).toEqual({ quarantined: 0, released: 2, voided: 8 });
  // Every vote is decided, so a timer settles the round, possibly during the call.
  const except = ['ledger.round'];
  await changesNothing(world, () => decideUndecided(world.db, { ...round, at: dueAt }), { except });
  await stepActivities(world);
  await expect.poll(state).toBe('final');
});

it('are not decided about because the clock of one process runs ahead', async () => {
  await givenClosed('voided');
  const { world, election, totals } = scenario;
  const dueAt = new Date(election.closesAt.getTime() + 24 * hourMs);
  const clock = createSettableClock(new Date(dueAt.getTime() + hourMs));
  // One for each time, because a step shares the one that the timer has begun.
  async function stepAt(agreed: Date): Promise<void> {
    const life = anotherLifecycle(world, { clock, clusterClock: () => Promise.resolve(agreed) });
    await life.step();
    await life.stop();
    expect(life.errors).toEqual([]);
  }
  await changesNothing(world, () => stepAt(new Date(dueAt.getTime() - 1)));
  await stepAt(dueAt);
  expect(await totals()).toEqual({ quarantined: 0, released: 0, voided: 10 });
});

it('cannot be decided about once the round is settled, which changes nothing', async () => {
  const { votes, state } = await givenClosed('voided');
  const { world, election } = scenario;
  await decideUndecided(world.db, { ...round, at: new Date(election.closesAt.getTime() + 24 * hourMs) });
  await stepActivities(world);
  await expect.poll(state).toBe('final');
  const operator = await world.given.operator('moderator');
  const voteIds = votes.map(({ voteId }) => voteId);
  const late = await changesNothing(
    world,
    () =>
      world.call(decideRoute, {
        operator,
        body: { activityId, voteIds, verdict: 'released', reason, why },
        key: '019abcde-0000-7000-8000-000000000001',
      }),
    { except: ['operator_request'] },
  );
  expect(late.data.votes.map(({ result }) => result)).toEqual(Array(5).fill('decidedOtherwise'));
});
