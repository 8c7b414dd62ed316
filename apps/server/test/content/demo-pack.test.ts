import { taskTabs } from '@lightstick/contract';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { simulatePack } from '#/dev/index.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { applyContent } from '#/modules/content/index.ts';
import { post } from '#/modules/points/index.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const folder = resolve(import.meta.dirname, '../../../../content/demo');
const activityId = '1004';
const settledId = '1003';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { ownerPool, clock } = world;
  await applyContent({ ownerPool, clock, folder, simulate: simulatePack });
  // The running server has looked into the empty database already, and looks again within seconds.
  await vi.waitUntil(async () => (await world.call('GET /activity/api/v1/vote/activities')).data.length === 2, {
    timeout: 30_000,
    interval: 50,
  });
});
afterAll(() => world[Symbol.asyncDispose]());

test('its election is open and in its last days', async () => {
  const { data } = await world.call('GET /activity/api/v1/vote/activity', { query: { activityId } });
  expect(data).toMatchObject({
    state: 'open',
    ticketAsset: 'MEET_VOTE_TICKET_2',
    voteAsset: 'MEET_VOTE_2',
    dailyCap: 1000,
    freeVotesPerDay: 3,
  });
  const daysLeft = (Date.parse(data.closesAt) - world.clock.now().getTime()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(2);
  expect(daysLeft).toBeLessThan(3);
});

test('its rules were published before its opening', async () => {
  for (const id of [activityId, settledId]) {
    const { data } = await world.call('GET /activity/api/v1/vote/ruleSet', { query: { activityId: id } });
    expect(data).toMatchObject({ version: 1, isFrozen: true });
    expect(Date.parse(data.publishedAt)).toBeLessThan(Date.parse(data.document.opensAt));
  }
});

test('an election before it is settled, with a result that adds up', async () => {
  const query = { activityId: settledId };
  const { data: activity } = await world.call('GET /activity/api/v1/vote/activity', { query });
  expect(activity.state).toBe('final');
  const summary = () => world.call('GET /activity/api/v1/vote/summary', { query });
  // The first one is read for as long as it takes, but its callers do not wait so long.
  await expect.poll(async () => (await summary()).refusal).toBeUndefined();
  const { data } = await summary();
  const { rows } = await world.pool.query<{ idolId: string; votes: number }>(
    `SELECT idol_id AS "idolId", votes FROM round_result WHERE activity_id = '${settledId}' ORDER BY rank`,
  );
  expect(rows).toHaveLength(24);
  expect(data).toMatchObject({ isFinal: true, totalVotes: rows.reduce((sum, { votes }) => sum + votes, 0) });
  expect(data.ranking.map(({ idolId, votes }) => ({ idolId, votes }))).toEqual(rows);
});

test('a Best 7 before it is decided, by the ballots of simulated fans', async () => {
  const { data } = await world.call('GET /activity/api/v1/vote/best7', { query: { activityId: settledId } });
  expect(data.poll).toMatchObject({ state: 'final', ballots: 356 });
  expect(data.poll?.results.slice(0, 7).every(({ points }) => points > 0)).toBe(true);
  const { data: now } = await world.call('GET /activity/api/v1/vote/best7');
  expect(now.poll, 'the one that needs attention').toMatchObject({ activityId, state: 'open' });
});

test('a newcomer is not shown tickets and votes of the settled election; who still has some is', async () => {
  const assetsOf = async (fan: TestFan) => {
    const body = { accountId: fan.accountId };
    const { data } = await world.call('POST /wallet/api/v1/user/getAssetDetail', { fan, body });
    return data.map(({ assetName }) => assetName);
  };
  const newcomer = await world.given.fan();
  expect(await assetsOf(newcomer)).toEqual(expect.arrayContaining(['POINT', 'MEET_VOTE_TICKET_2', 'MEET_VOTE_2']));
  expect(await assetsOf(newcomer)).not.toContain('MEET_VOTE_1');
  const keeper = await world.given.fan();
  const now = world.clock.now();
  const leg = { fanId: keeper.id, asset: 'MEET_VOTE_1', direction: 'receives', amount: 3 } as const;
  const legs = [{ ...leg, pool: { kind: 'issue', name: 'demo' }, reason: 'demo_grant' } as const];
  await world.db.transaction().execute((tx) => post(tx, { key: uuidV7(now), receivedAt: now, legs }));
  expect(await assetsOf(keeper)).toContain('MEET_VOTE_1');
  expect(await assetsOf(keeper)).not.toContain('MEET_VOTE_TICKET_1');
});

test('its public settings say that it is a demo', async () => {
  expect((await world.call('GET /config')).data.isDemo).toBe(true);
});

test('its ranking has 24 idols of four teams with votes, and places have just changed', async () => {
  const { data } = await world.call('GET /activity/api/v1/vote/ranking', { query: { activityId } });
  expect(data.list).toHaveLength(24);
  expect(data.list.every((row) => row.votes > 0)).toBe(true);
  expect(data.list.some((row) => row.change !== 0)).toBe(true);
  const teams = await world.call('GET /activity/api/v1/vote/idol/getVoteIdolTeams', { query: { activityId } });
  expect(teams.data.map((team) => team.idolCount)).toEqual([6, 6, 6, 6]);
});

test('every portrait and cover it names is drawn by this server', async () => {
  const idols = await world.call('GET /activity/api/v1/vote/idol/getAllIdolList', { query: { activityId } });
  const activities = await world.call('GET /activity/api/v1/vote/activities');
  const urls = [...idols.data.map((idol) => idol.portraitUrl), ...activities.data.map((activity) => activity.coverUrl)];
  expect(new Set(urls).size).toBe(26);
  const pictures = await Promise.all(urls.map((url) => world.app.inject(url)));
  expect(
    new Set(pictures.map((picture) => `${picture.statusCode} ${String(picture.headers['content-type'])}`)),
  ).toEqual(new Set(['200 image/svg+xml']));
});

test('its luck opens minutes after the start, every day and every week', async () => {
  const { rows } = await world.pool.query(
    `SELECT id, kind, plan #> '{schedule,minutes}' AS minutes, plan #> '{schedule,at}' AS at FROM luck_plan
      ORDER BY position`,
  );
  expect(rows).toEqual([
    { id: 'welcome-packet', kind: 'packet', minutes: 3, at: null },
    { id: 'lunch-packet', kind: 'packet', minutes: null, at: ['12:30'] },
    { id: 'evening-packet', kind: 'packet', minutes: null, at: ['20:30'] },
    { id: 'lost-and-found', kind: 'box', minutes: null, at: null },
    { id: 'daily-envelope', kind: 'envelope', minutes: null, at: ['00:00'] },
    { id: 'sunday-raffle', kind: 'raffle', minutes: null, at: '21:30' },
  ]);
});

test('its box is worth 90 of its 100 Points at the prices of the mall', async () => {
  const { rows } = await world.pool.query<{ price: number; boxes: number; worth: number }>(
    `SELECT (b.plan ->> 'price')::integer AS price, sum(p.total)::integer AS boxes,
            sum(p.total * CASE p.gives ->> 'asset' WHEN 'POINT' THEN p.amount
                                WHEN 'MEET_VOTE_TICKET_2' THEN p.amount * (SELECT price FROM offer
                                  WHERE id = 'ticket-single')
                                WHEN 'MEET_VOTE_2' THEN p.amount * (SELECT price / votes FROM vote_pack
                                  WHERE id = 'votes-spark')
                                ELSE (SELECT price FROM nft_edition
                                  WHERE id = p.gives ->> 'edition') END)::integer AS worth
       FROM luck_plan b,
            jsonb_to_recordset(b.plan -> 'prizes') AS x (total integer, gives jsonb),
            LATERAL (SELECT x.total, x.gives, (x.gives ->> 'amount')::bigint AS amount) p
      WHERE b.id = 'lost-and-found' GROUP BY b.id`,
  );
  const [box] = rows;
  expect(box).toMatchObject({ price: 100, boxes: 1000 });
  expect(Math.round((box?.worth ?? 0) / 1000)).toBe(90);
});

test.each(['en_US', 'zh_TW'] as const)('its tasks, offers, packs and NFTs can be read in %s', async (language) => {
  const tasks = await world.call('POST /task/api/v1/task/getTasksList', { language });
  expect(Object.keys(tasks.data)).toEqual([...taskTabs]);
  expect(Object.values(tasks.data).flat().length).toBeGreaterThanOrEqual(30);
  const offers = await world.call('POST /wallet/api/v1/pointsMall/getPointExchangeList', { language });
  expect(offers.data.map((offer) => offer.state)).toContain('open');
  const packs = await world.call('GET /activity/api/v1/vote/saleGoods', { query: { activityId }, language });
  const nfts = await world.call('POST /wallet/api/v1/pointsMall/getPointToNftList', { language });
  expect(new Set(nfts.data.map((nft) => nft.state))).toEqual(new Set(['notOpen', 'open', 'soldOut', 'ended']));
  const titles = [...Object.values(tasks.data).flat(), ...offers.data, ...packs.data, ...nfts.data].map(
    (one) => one.title,
  );
  const isChinese = (title: string) => /\p{Script=Han}/u.test(title);
  expect(titles.filter((title) => isChinese(title) !== (language === 'zh_TW'))).toEqual([]);
});
