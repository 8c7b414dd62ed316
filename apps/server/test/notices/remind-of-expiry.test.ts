import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remindOfExpiryJob } from '#/modules/notices/notices.jobs.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { ticketAsset, voteAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenOffer } from '../world/given-offer.ts';
import { openPostOffice, type PostOffice } from '../world/mail-server.ts';
import { runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

/**
 * The close of the election: at noon in Taipei, where the platform's days begin, on the day on which the Points expire.
 */
const closesAt = new Date('2026-11-30T04:00:00.000Z');
const endOfNovember = '2026-11-30T16:00:00.000Z';
const weekBefore = new Date('2026-11-23T01:00:00.000Z');
const dayBefore = new Date('2026-11-29T01:00:00.000Z');
const hourMs = 3_600_000;

let office: PostOffice;
let world: World;
beforeAll(async () => {
  office = await openPostOffice();
  world = await createWorld({
    now: new Date(weekBefore.getTime() - 1),
    environment: { SMTP_URL: office.smtpUrl, PUBLIC_URL: 'https://vote.example.com' },
  });
  await world.given.election({ opensAt: new Date('2026-11-01T00:00:00.000Z'), closesAt });
  await world.ownerPool.query('UPDATE ledger.expiry_terms SET months = 6');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await office[Symbol.asyncDispose]();
});

const remind = () => remindOfExpiryJob(world.services).run({}, { number: 1, last: true });
/** Grants Points that came in May and last until the end of November. */
const grant = (fans: readonly Pick<TestFan, 'id'>[], amount: number) =>
  world.ownerPool.query(
    `SELECT ledger.post_legs($1, '2026-05-10T00:00:00Z', $2::bigint[], array_fill(u.id, $4),
                        array_fill(ledger.ensure_pool(u.id, 'issue', 'test grants'), $4), array_fill(1::smallint, $4),
                        array_fill($3::bigint, $4), array_fill(90::smallint, $4))
       FROM ledger.unit u WHERE u.name = 'POINT'`,
    [randomUUID(), fans.map(({ id }) => id), amount, [fans.length]],
  );
const noticesOf = async (fan: TestFan) =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} })).data.list;

it('reminds each fan once in the morning, by one notice and mail for all, 7 and 1 days before the end', async () => {
  const fan = await world.given.fan({ tickets: 3, votes: 20 });
  const spender = await world.given.fan();
  const keeper = await world.given.fan({ points: 50 });
  const quiet = await world.given.fan();
  await world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', { fan: quiet, body: { remindByMail: false } });
  await grant([fan, spender, quiet], 1200);
  await world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', {
    fan: spender,
    body: { offerId: await givenOffer(world, { price: 1200 }), num: 1 },
  });
  await changesNothing(world, remind);

  world.clock.set(weekBefore);
  await Promise.all([remind(), remind()]);
  await runJobs(world);
  const [notice, ...others] = await noticesOf(fan);
  expect(others).toEqual([]);
  const all = [
    { assetName: 'POINT', amount: 1200, expiresAt: endOfNovember },
    { assetName: ticketAsset, amount: 3, expiresAt: closesAt.toISOString() },
    { assetName: voteAsset, amount: 20, expiresAt: closesAt.toISOString() },
  ];
  expect(notice).toMatchObject({ kind: 'expiry', daysLeft: 7, assets: all });
  expect(office.arrived.filter(({ to }) => to.includes(fan.email))).toHaveLength(1);
  expect(await noticesOf(quiet), 'in the app only').toHaveLength(1);
  expect(office.arrived.filter(({ to }) => to.includes(quiet.email))).toEqual([]);
  expect(await noticesOf(keeper)).toEqual([]);
  // Only the ticket is left, which ends with the election.
  expect((await noticesOf(spender)).map((one) => one.kind === 'expiry' && one.assets)).toEqual([
    [{ assetName: ticketAsset, amount: 1, expiresAt: closesAt.toISOString() }],
  ]);
  world.clock.advance(6 * hourMs);
  await changesNothing(world, remind);
  // More than a batch; their mails are not sent here.
  world.clock.set(dayBefore);
  await grant(await world.given.fans(600), 10);
  await Promise.all([remind(), remind()]);
  const { rows } = await world.ownerPool.query(
    `SELECT count(*)::int AS notices, count(DISTINCT fan_id)::int AS fans FROM notice
      WHERE parameters ->> 'daysLeft' = '1'`,
  );
  expect(rows).toEqual([{ notices: 603, fans: 603 }]);
  expect((await noticesOf(fan)).map((one) => one.kind === 'expiry' && one.daysLeft)).toEqual([1, 7]);
});
