import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idempotencyKeyConstraint, sweepIdempotencyKeysJob } from '#/http/idempotency.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { givenBest7Poll } from '../world/given-best7-poll.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenGiftTerms } from '../world/given-gift-terms.ts';
import { givenNft, givenVotePack } from '../world/given-goods.ts';
import { givenBox, givenRaffle } from '../world/given-luck.ts';
import { givenOffer } from '../world/given-offer.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const dayMs = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: { DEFAULT_COUNTRY: 'TW' } });
  await world.given.election({ idols: 7, closesAt: new Date(noon.getTime() + 90 * dayMs) });
  await givenBest7Poll(world, { closesAt: new Date(noon.getTime() + 90 * dayMs) });
  await givenGiftTerms(world);
});
afterAll(() => world[Symbol.asyncDispose]());

type Fan = { readonly fan: TestFan; readonly key: string };

const effects: [string, () => Promise<(call: Fan) => Promise<{ code: number }>>][] = [
  [
    'an exchange',
    async () => {
      const offerId = await givenOffer(world);
      return (call) =>
        world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', { ...call, body: { offerId, num: 1 } });
    },
  ],
  [
    'a vote pack',
    async () => {
      const goodsId = await givenVotePack(world);
      return (call) => world.call('POST /wallet/api/v1/pointsMall/summitBuy', { ...call, body: { goodsId, num: 1 } });
    },
  ],
  [
    'an NFT',
    async () => {
      const goodsId = await givenNft(world);
      return (call) => world.call('POST /wallet/api/v1/pointsMall/summitBuy', { ...call, body: { goodsId, num: 1 } });
    },
  ],
  [
    'a conversion',
    async () => (call) =>
      world.call('POST /activity/api/v1/vote/voteTransfer', { ...call, body: { activityId, num: 1 } }),
  ],
  [
    'a gift',
    async () => {
      const { email } = await world.given.fan();
      const body = { toAccount: email, num: 1, activityId };
      return (call) => world.call('POST /wallet/api/v1/pointsMall/transferVotes', { ...call, body });
    },
  ],
  [
    'a cheer',
    async () => (call) =>
      world.call('POST /wallet/api/v1/ticketVote/voteForIdol', {
        ...call,
        body: { idolId: '1', num: 1, periods: activityId },
      }),
  ],
  [
    'test coins',
    async () => (call) => world.call('POST /wallet/api/v1/userExpand/getFreeTestCoin', { ...call, body: {} }),
  ],
  [
    'a box',
    async () => {
      const box = await givenBox(world, { lastsMs: 90 * dayMs });
      return (call) =>
        world.call('POST /wallet/api/v1/pointsMall/participateActivity', { ...call, body: { activityId: box } });
    },
  ],
  [
    'an entry of a raffle',
    async () => {
      const raffle = await givenRaffle(world, { price: 0, lastsMs: 90 * dayMs });
      return (call) =>
        world.call('POST /wallet/api/v1/pointsMall/participateActivity', { ...call, body: { activityId: raffle } });
    },
  ],
  [
    'a ballot',
    async () => (call) =>
      world.call('POST /activity/api/v1/vote/doBest7Vote', {
        ...call,
        body: { activityId, idolIds: ['1', '2', '3', '4', '5', '6', '7'] },
      }),
  ],
];

it.each(effects)(
  'Repeated after its answer is forgotten, %s is refused and does not happen again.',
  async (_, prepare) => {
    const act = await prepare();
    const calls = await Promise.all(
      [randomUUID(), uuidV7(world.clock.now())].map(async (key) => ({
        fan: await world.given.fan({ points: 100, tickets: 10 }),
        key,
      })),
    );
    for (const call of calls) expect(await act(call)).toMatchObject({ code: 0 });
    world.clock.advance(7 * dayMs + 1);
    await sweepIdempotencyKeysJob(world.services).run(undefined, { number: 1, last: false });
    for (const call of calls) {
      // Addressing a fan by email counts towards the limit even when refused.
      const repeat = await changesNothing(world, () => act(call), { except: ['ticket_gift_naming'] });
      expect(repeat).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
    }
  },
);

it('The constraint that keeps a key or a transfer unique in a table is known by name to late repeats.', async () => {
  const { rows } = await world.ownerPool.query<{ name: string }>(
    `SELECT DISTINCT c.conname AS name FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.connamespace = 'public'::regnamespace AND c.contype = 'u' AND a.attname ~ '(^|_)(key|transfer)$'`,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContain('song_vote_fan_id_key_key');
  expect(names.filter((name) => !idempotencyKeyConstraint.test(name))).toEqual([]);
});
