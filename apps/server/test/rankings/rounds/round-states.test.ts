import { describe, expect, it } from 'vitest';
import {
  activityId,
  createRoundsScenario,
  firstCloses,
  firstOpens,
  secondCloses,
  secondOpens,
} from './given-rounds.ts';

describe('what is shown of an election of rounds', () => {
  it('turns in its summary with the round: open, over while votes are counted, settled, and open again', async () => {
    await using scenario = await createRoundsScenario();
    const { world, counted, settle } = scenario;
    const query = { activityId };
    const readState = async () => {
      const { state, round, roundState } = (await world.call('GET /activity/api/v1/vote/summary', { query })).data;
      return [state, round, roundState];
    };
    await counted('1', 3);
    world.clock.set(new Date(firstCloses.getTime() - 1));
    expect(await readState()).toEqual(['open', 1, 'open']);
    world.clock.set(firstCloses);
    await expect.poll(readState).toEqual(['open', 1, 'closing']);
    await settle(firstCloses);
    await expect.poll(readState).toEqual(['open', 1, 'final']);
    world.clock.set(secondOpens);
    await expect.poll(readState).toEqual(['open', 2, 'open']);
  });

  it('is in the list of elections too, with the times between which voting is closed', async () => {
    await using scenario = await createRoundsScenario();
    const { data } = await scenario.world.call('GET /activity/api/v1/vote/activities');
    expect(data.find((one) => one.activityId === activityId)?.rounds).toEqual([
      { round: 1, opensAt: firstOpens.toISOString(), closesAt: firstCloses.toISOString() },
      { round: 2, opensAt: secondOpens.toISOString(), closesAt: secondCloses.toISOString() },
    ]);
  });

  it.each(['reachedFirst', 'sharedPlace'] as const)('names its tie rule: %s', async (tieRule) => {
    await using scenario = await createRoundsScenario({ rules: { tieRule } });
    const query = { activityId };
    const { data } = await scenario.world.call('GET /activity/api/v1/vote/activity', { query });
    expect(data.tieRule).toBe(tieRule);
  });
});
