import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServices, buildApp } from '#/app.ts';
import { askOf } from '#/modules/ai-host/ai-host.routes.ts';
import { readFacts } from '#/modules/ai-host/facts.ts';
import { castVotes } from '#/modules/ballots/votes.store.ts';
import { call } from '../world/call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { moveEndTo } from '../world/move-end.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/doVote';
const activityId = '1004';

let world: World;
let closesAt: Date;
beforeEach(async () => {
  world = await createWorld();
  ({ closesAt } = await world.given.election({ freePerDay: 2 }));
});
afterEach(() => world[Symbol.asyncDispose]());

function vote(fan: TestFan, { idolId = '1', num = 1, key = randomUUID() } = {}) {
  return world.call(route, { fan, key, body: { activityId, idolId, num } });
}

async function stand(idolId: string, isWithdrawn: boolean): Promise<void> {
  await world.ownerPool.query('UPDATE candidate SET withdrawn = $1 WHERE idol_id = $2', [isWithdrawn, idolId]);
}

describe('an idol whose withdrawal the server has not seen yet', () => {
  it('gets no vote, and no fan spends one', async () => {
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ votes: 5 })));
    const [first] = fans as [TestFan];
    expect((await vote(first)).code).toBe(0);
    await stand('1', true);
    const replies = await changesNothing(world, () => Promise.all(fans.map((fan) => vote(fan, { num: 3 }))));
    expect(new Set(replies.map(({ refusal }) => refusal))).toEqual(new Set(['IDOL_WITHDRAWN']));
    expect((await vote(first, { idolId: '2' })).code).toBe(0);
  });

  it('leaves a repeat its first answer, and a key its vote', async () => {
    const fan = await world.given.fan({ votes: 5 });
    const key = randomUUID();
    const before = await vote(fan, { num: 3, key });
    await stand('1', true);
    const again = await changesNothing(world, () => vote(fan, { num: 3, key }));
    expect(again.data).toEqual(before.data);
    const other = await changesNothing(world, () => vote(fan, { num: 2, key }));
    expect(other.refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is refused alone of a batch, also a vote that would be set aside', async () => {
    const fans = await Promise.all(Array.from({ length: 4 }, () => world.given.fan({ votes: 5 })));
    await stand('1', true);
    const { rows } = await world.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate_tally ORDER BY idol_id');
    const outcomes = await castVotes(
      world.services.votePool,
      1,
      fans.map((fan, position) => ({
        period: Number(activityId),
        round: 1,
        key: randomUUID(),
        fanId: fan.id,
        pool: rows[position % 2]?.pool ?? Number.NaN,
        num: 4,
        receivedAt: world.clock.now(),
        salt: Buffer.alloc(16, 1),
        joinedAt: fan.joinedAt,
        suspicion: position < 2 ? null : 'device',
      })),
    );
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['withdrawn', 'cast', 'withdrawn', 'cast']);
  });

  it('is left out of the rank that voters see, as out of the ranking', async () => {
    const voter = await world.given.fan({ votes: 5 });
    await vote(await world.given.fan({ votes: 100 }), { idolId: '1', num: 90 });
    expect((await vote(voter, { idolId: '2' })).data.rank).toBe(2);
    await stand('1', true);
    expect((await vote(voter, { idolId: '2' })).data.rank).toBe(1);
  });

  it('takes votes again after her return', async () => {
    const fan = await world.given.fan({ votes: 5 });
    await stand('1', true);
    // A replica that starts now knows only that she has withdrawn.
    const replica = await buildApp(createServices(world.services));
    const body = { activityId, idolId: '1', num: 1 };
    expect((await call(replica, route, { fan, body })).refusal).toBe('IDOL_WITHDRAWN');
    await stand('1', false);
    expect((await call(replica, route, { fan, body })).data).toMatchObject({ idolVotes: 1 });
    await replica.close();
  });
});

it('an idol who has withdrawn is named as such to her fans, who find her in their records', async () => {
  const fan = await world.given.fan({ votes: 5 });
  await vote(fan, { num: 3 });
  const before = await world.call('GET /activity/api/v1/vote/activity', { query: { activityId } });
  expect(before.data.withdrawn).toBeUndefined();
  await stand('1', true);
  const replica = await buildApp(createServices(world.services));
  const { data } = await call(replica, 'GET /activity/api/v1/vote/activity', { query: { activityId } });
  expect(data.withdrawn).toMatchObject([{ idolId: '1', number: 1, names: { en_US: 'Idol 1' } }]);
  const records = await call(replica, 'GET /activity/api/v1/vote/voteRecord', { fan, query: { activityId } });
  expect(records.data.list).toMatchObject([{ idolId: '1', num: 3, isWithdrawn: true }]);
  const known = { db: world.db, ask: askOf(replica), timeZone: world.services.settings.platformTimeZone };
  const { election } = await readFacts(known, 'en_US', world.clock.now());
  expect(election?.withdrawn, 'what the AI host knows').toMatchObject([{ name: 'Idol 1' }]);
  expect(election?.idols.map(({ name }) => name)).not.toContain('Idol 1');
  await replica.close();
});

it('an idol who has withdrawn gets no vote when the end is moved, before a server has seen that', async () => {
  await stand('1', true);
  const fan = await world.given.fan({ votes: 5 });
  const replica = await buildApp(createServices(world.services));
  const body = { activityId, idolId: '1', num: 3 };
  expect((await call(replica, route, { fan, body })).refusal).toBe('IDOL_WITHDRAWN');
  await moveEndTo(world, new Date(closesAt.getTime() + 60 * 60_000));
  const reply = await changesNothing(world, () => call(replica, route, { fan, body }));
  expect(reply.refusal).toBe('IDOL_WITHDRAWN');
  await replica.close();
});
