import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { castVotes } from '#/modules/ballots/votes.store.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { createWorld } from '../world/world.ts';
import { activityId, beforeThat, closesAt, minutesToClose, voting, worldWith } from './given-limits.ts';

describe('limits near the end', () => {
  const endingLimits = [
    { withinMinutes: 60, votes: 20 },
    { withinMinutes: 10, votes: 5 },
  ];

  it('begin at their minute, each with separate votes, and show the remaining ones and their end', async () => {
    await using world = await worldWith({ now: beforeThat(minutesToClose(60)), rules: { endingLimits } });
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 1000 });
    expect(await left(fan)).toMatchObject({ ending: null });
    expect((await vote(fan, 100)).code).toBe(0);

    world.clock.set(minutesToClose(60));
    expect(await left(fan)).toMatchObject({ ending: { votes: 20, until: minutesToClose(10).toISOString() } });
    expect(await changesNothing(world, () => vote(fan, 21))).toMatchObject({
      refusal: 'ENDING_LIMIT_REACHED',
      message: 'Votes are limited near the end. You can cast 20 more votes until November 21st, 19:50 (Taipei).',
    });
    expect((await vote(fan, 19)).code).toBe(0);
    expect((await vote(fan, 2)).message).toContain('1 more vote until');
    expect((await vote(fan, 1)).code).toBe(0);

    world.clock.set(beforeThat(minutesToClose(10)));
    expect((await changesNothing(world, () => vote(fan, 1))).refusal).toBe('ENDING_LIMIT_REACHED');
    world.clock.set(minutesToClose(10));
    expect(await left(fan)).toMatchObject({ ending: { votes: 5, until: closesAt.toISOString() } });
    expect((await vote(fan, 6)).refusal).toBe('ENDING_LIMIT_REACHED');
    expect((await vote(fan, 5)).code).toBe(0);
    expect((await vote(fan, 1)).message).toContain('0 more votes until November 21st, 20:00');
    world.clock.set(closesAt);
    expect((await vote(fan, 1)).refusal).toBe('VOTING_ENDED');
  });

  it('hold for forty at once', async () => {
    await using world = await worldWith({ now: minutesToClose(60), rules: { endingLimits } });
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 1000 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan, 1)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(replies.filter(({ refusal }) => refusal === 'ENDING_LIMIT_REACHED')).toHaveLength(20);
  });

  it('answer a repeat of a vote from before as the first time', async () => {
    await using world = await worldWith({ now: beforeThat(minutesToClose(60)), rules: { endingLimits } });
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 1000 });
    const key = randomUUID();
    const first = await vote(fan, 500, key);
    world.clock.set(minutesToClose(5));
    expect((await changesNothing(world, () => vote(fan, 500, key))).data).toEqual(first.data);
  });

  it('count a vote that was received earlier but written later to the later stretch', async () => {
    await using world = await worldWith({ now: minutesToClose(30), rules: { endingLimits } });
    const fan = await world.given.fan({ votes: 100 });
    const { rows } = await world.ownerPool.query<{ pool: number }>(
      `SELECT pool FROM candidate_tally WHERE idol_id = '1'`,
    );
    const write = async (num: number, receivedAt: Date) => {
      const [outcome] = await castVotes(world.services.votePool, 1, [
        {
          period: Number(activityId),
          round: 1,
          key: randomUUID(),
          fanId: fan.id,
          pool: rows[0]?.pool ?? Number.NaN,
          num,
          receivedAt,
          salt: Buffer.alloc(16, 1),
          joinedAt: fan.joinedAt,
          suspicion: null,
        },
      ]);
      return { verdict: outcome?.verdict, balance: outcome?.balance };
    };
    expect(await write(3, minutesToClose(10))).toEqual({ verdict: 'cast', balance: 97 });
    expect(await write(3, beforeThat(minutesToClose(10)))).toEqual({ verdict: 'overEndingLimit', balance: 2 });
    expect(await write(2, beforeThat(minutesToClose(10)))).toEqual({ verdict: 'cast', balance: 95 });
    expect(await write(1, minutesToClose(10))).toEqual({ verdict: 'overEndingLimit', balance: 0 });
  });

  it('continue over midnight, where the daily cap restarts', async () => {
    const midnight = new Date('2026-11-21T16:00:00Z');
    const world = await createWorld({ now: beforeThat(midnight) });
    try {
      await world.given.election({
        opensAt: new Date('2026-11-20T00:00:00Z'),
        closesAt: new Date(midnight.getTime() + 30 * 60_000),
        dailyCap: 15,
        rules: { endingLimits: [{ withinMinutes: 60, votes: 20 }] },
      });
      const { vote } = voting(world);
      const fan = await world.given.fan({ votes: 100 });
      expect((await vote(fan, 15)).code).toBe(0);
      expect((await vote(fan, 1)).refusal).toBe('DAILY_CAP_REACHED');
      world.clock.set(midnight);
      expect((await vote(fan, 6)).refusal).toBe('ENDING_LIMIT_REACHED');
      expect((await vote(fan, 5)).code).toBe(0);
    } finally {
      await world[Symbol.asyncDispose]();
    }
  });

  it('limit every round separately, and not the time between', async () => {
    const noon = new Date('2026-11-20T12:00:00Z');
    const rounds = [
      { opensAt: '2026-11-19T00:00:00.000Z', closesAt: noon.toISOString(), goOn: 2, carries: false },
      { opensAt: '2026-11-20T13:00:00.000Z', closesAt: closesAt.toISOString(), goOn: null, carries: false },
    ];
    await using world = await worldWith({
      now: beforeThat(noon),
      rules: { rounds, endingLimits: [{ withinMinutes: 60, votes: 20 }] },
    });
    const { left, vote } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    expect(await left(fan)).toMatchObject({ ending: { votes: 20, until: noon.toISOString() } });
    expect((await vote(fan, 20)).code).toBe(0);
    expect((await changesNothing(world, () => vote(fan, 1))).refusal).toBe('ENDING_LIMIT_REACHED');
    world.clock.set(noon);
    expect(await left(fan)).toMatchObject({ ending: null });

    world.clock.set(new Date('2026-11-20T13:00:00Z'));
    await expect.poll(async () => (await vote(fan, 30)).code).toBe(0);
    world.clock.set(minutesToClose(60));
    expect(await left(fan)).toMatchObject({ ending: { votes: 20, until: closesAt.toISOString() } });
    expect((await changesNothing(world, () => vote(fan, 21))).refusal).toBe('ENDING_LIMIT_REACHED');
    expect((await vote(fan, 20)).code).toBe(0);
    expect((await vote(fan, 1)).refusal).toBe('ENDING_LIMIT_REACHED');
  });
});
