import { expect, it } from 'vitest';
import {
  createQuarantineScenario,
  decideRoute,
  decisionsRoute,
  hourMs,
  rankingRoute,
  reason,
  why,
} from './given-quarantine.ts';

it('totals of quarantine and its decisions stay as they were while the count is hidden', async () => {
  await using quarantine = await createQuarantineScenario({}, { displayFreezeMinutes: 60 });
  const { world, election, activityId, givenSetAside, vote } = quarantine;
  const { deviceId, voteId } = await givenSetAside({ num: 5 });
  world.clock.set(new Date(election.closesAt.getTime() - hourMs));
  const readShown = async () => {
    const [ranking, decisions, activity, summary] = await Promise.all([
      world.call(rankingRoute, { query: { activityId } }),
      world.call(decisionsRoute, { query: { activityId } }),
      world.call('GET /activity/api/v1/vote/activity', { query: { activityId } }),
      world.call('GET /activity/api/v1/vote/summary', { query: { activityId } }),
    ]);
    const rows = ranking.data.list.map(({ votes, setAside }) => ({ votes, setAside }));
    return [rows, decisions.data, ...[ranking, activity, summary].map(({ data }) => data.setAside)];
  };
  const before = await readShown();
  expect(before.at(-1)).toEqual({ quarantined: 5, released: 0, voided: 0 });
  for (let fan = 0; fan < 3; fan += 1) await vote(await world.given.fan({ votes: 1 }), { deviceId });
  await world.call(decideRoute, {
    operator: await world.given.operator('moderator'),
    body: { activityId, voteIds: [voteId], verdict: 'released', reason, why },
  });
  world.clock.advance(10 * 60_000);
  expect(await readShown()).toEqual(before);
});

it('a decision made before the count is hidden and committed after it stays hidden', async () => {
  await using quarantine = await createQuarantineScenario({}, { displayFreezeMinutes: 60 });
  const { world, election, activityId, givenSetAside } = quarantine;
  const decide = async (voteId: string) =>
    world.call(decideRoute, {
      operator: await world.given.operator('moderator'),
      body: { activityId, voteIds: [voteId], verdict: 'voided', reason, why },
    });
  const votes = [await givenSetAside({ num: 4 }), await givenSetAside({ num: 7 })];
  await decide(votes[0]?.voteId ?? '');
  const decisions = async () => (await world.call(decisionsRoute, { query: { activityId } })).data;
  const frozenAt = new Date(election.closesAt.getTime() - hourMs);
  world.clock.set(frozenAt);
  const before = await decisions();
  expect(before).toMatchObject({ total: 1, list: [{ num: 4 }], totals: { quarantined: 7, voided: 4 } });
  world.clock.set(new Date(frozenAt.getTime() - 1));
  await decide(votes[1]?.voteId ?? '');
  world.clock.set(frozenAt);
  expect(await decisions()).toEqual(before);
});
