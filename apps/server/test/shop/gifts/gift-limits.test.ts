import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { activityId } from '../../world/given-election.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenGiftTerms } from '../../world/given-gift-terms.ts';
import { dayMs, giftScenario, noon } from './given-gifts.ts';

const termsOf = 'POST /wallet/api/v1/pointsMall/getGiftTerms';

const scenario = giftScenario();
const { codeOf, give, ticketsOf } = scenario;

const atOnce = (count: number, act: (index: number) => ReturnType<typeof give>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const countOf = <T>(replies: readonly { refusal: T }[], refusal: T) =>
  replies.filter((reply) => reply.refusal === refusal).length;

describe('many gifts at once', () => {
  it('never give more than there is', async () => {
    const code = await codeOf(scenario.receiver);
    const replies = await atOnce(40, () => give(code, 3));
    expect([countOf(replies, undefined), countOf(replies, 'INSUFFICIENT_TICKETS')]).toEqual([6, 34]);
    expect([await ticketsOf(scenario.sender), await ticketsOf(scenario.receiver)]).toEqual([2, 18]);
  });

  it('across each other all arrive', async () => {
    const other = await scenario.world.given.fan({ tickets: 20 });
    const [code, back] = [await codeOf(other), await codeOf(scenario.sender)];
    const replies = await atOnce(40, (index) => (index % 2 ? give(code) : give(back, 1, { fan: other })));
    expect(countOf(replies, undefined)).toBe(40);
    expect([await ticketsOf(scenario.sender), await ticketsOf(other)]).toEqual([20, 20]);
  });

  it('round a ring of fans, some of whom never had a ticket, all arrive', async () => {
    const ring = await Promise.all(
      Array.from({ length: 8 }, (_, index) => scenario.world.given.fan({ tickets: index % 2 ? 0 : 10 })),
    );
    const codes = await Promise.all(ring.map(codeOf));
    const replies = await atOnce(40, (index) => {
      const from = (index * 2) % 8;
      return give(codes[(from + 1 + (index % 3)) % 8] ?? '', 1, { fan: ring[from] as TestFan });
    });
    expect(countOf(replies, undefined)).toBe(40);
    const left = await Promise.all(ring.map(ticketsOf));
    expect(left.reduce((sum, tickets) => sum + tickets)).toBe(40);
  });

  it('with one key are one gift', async () => {
    const [code, key] = [await codeOf(scenario.receiver), randomUUID()];
    const replies = await atOnce(40, () => give(code, 2, { key }));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(await ticketsOf(scenario.receiver)).toBe(2);
  });

  it('stay within what a sender may give on a day', async () => {
    await givenGiftTerms(scenario.world, { mostSent: 7 });
    const code = await codeOf(scenario.receiver);
    const replies = await atOnce(40, () => give(code, 2));
    expect([countOf(replies, undefined), countOf(replies, 'GIFT_DAILY_LIMIT')]).toEqual([3, 37]);
    expect(await ticketsOf(scenario.receiver)).toBe(6);
  });

  it('stay within what a receiver may get in a day, from any number of senders', async () => {
    await givenGiftTerms(scenario.world, { mostReceived: 15 });
    const code = await codeOf(scenario.receiver);
    const fans = await Promise.all(Array.from({ length: 40 }, () => scenario.world.given.fan({ tickets: 2 })));
    const replies = await atOnce(40, (index) => give(code, 2, { fan: fans[index] as TestFan }));
    expect([countOf(replies, undefined), countOf(replies, 'GIFT_RECEIVER_FULL')]).toEqual([7, 33]);
    expect(await ticketsOf(scenario.receiver)).toBe(14);
  });

  it('find no more addresses than a day allows', async () => {
    await givenGiftTerms(scenario.world, { mostByEmail: 4 });
    const replies = await atOnce(40, (index) => give(`nobody-${index}@example.com`));
    expect([countOf(replies, 'RECEIVER_NOT_FOUND'), countOf(replies, 'GIFT_EMAILS_USED_UP')]).toEqual([4, 36]);
    const known = await changesNothing(scenario.world, () => give(scenario.receiver.email));
    expect(known).toMatchObject({
      refusal: 'GIFT_EMAILS_USED_UP',
      message: 'You’ve entered fans’ emails 4 times today. Use a fan code, or try tomorrow.',
    });
    expect(await give(await codeOf(scenario.receiver))).toMatchObject({ code: 0 });
  });
});

describe('the day of gifts', () => {
  /** A second before midnight in Taipei. */
  const lastSecond = new Date('2026-03-10T15:59:59.000Z');

  it('restarts at the platform’s midnight, for senders, receivers and emails', async () => {
    await givenGiftTerms(scenario.world, { mostSent: 5, mostReceived: 5, mostByEmail: 2 });
    scenario.world.clock.set(lastSecond);
    const code = await codeOf(scenario.receiver);
    await give(scenario.receiver.email, 3);
    const over = await changesNothing(scenario.world, () => give(code, 3));
    expect(over).toMatchObject({
      refusal: 'GIFT_DAILY_LIMIT',
      message: 'You can give 5 tickets a day. You have 2 left today.',
    });
    await give('nobody@example.com');
    const other = await scenario.world.given.fan({ tickets: 20 });
    const full = await changesNothing(scenario.world, () => give(code, 3, { fan: other }));
    expect(full.refusal).toBe('GIFT_RECEIVER_FULL');
    const asked = { fan: scenario.sender, body: { activityId } };
    expect((await scenario.world.call(termsOf, asked)).data).toEqual({
      tickets: 17,
      mostSent: 5,
      leftToday: 2,
      emailsLeftToday: 0,
      resetsAt: '2026-03-10T16:00:00.000Z',
      state: 'open',
      closesAt: new Date(noon.getTime() + 5 * dayMs).toISOString(),
    });

    scenario.world.clock.advance(1000);
    expect((await scenario.world.call(termsOf, asked)).data).toMatchObject({
      leftToday: 5,
      emailsLeftToday: 2,
      resetsAt: '2026-03-11T16:00:00.000Z',
    });
    expect(await give(scenario.receiver.email, 5)).toMatchObject({ code: 0, data: { leftToday: 0 } });
  });

  it('counts emails on for the new day when a call from before midnight comes after one from behind it', async () => {
    await givenGiftTerms(scenario.world, { mostByEmail: 2 });
    const afterMidnight = new Date(noon.getTime() + dayMs / 2);
    scenario.world.clock.set(afterMidnight);
    expect(await give(scenario.receiver.email)).toMatchObject({ code: 0 });
    scenario.world.clock.set(new Date(afterMidnight.getTime() - 1));
    expect(await give(scenario.receiver.email)).toMatchObject({ code: 0 });
    scenario.world.clock.set(afterMidnight);
    const third = await changesNothing(scenario.world, () => give(scenario.receiver.email));
    expect(third.refusal).toBe('GIFT_EMAILS_USED_UP');
  });

  it('has nothing in it where a pack allows nothing', async () => {
    await givenGiftTerms(scenario.world, { mostSent: 0, mostByEmail: 0 });
    const code = await codeOf(scenario.receiver);
    const replies = await changesNothing(scenario.world, async () => [
      await give(code),
      await give(scenario.receiver.email),
    ]);
    expect(replies.map(({ refusal }) => refusal)).toEqual(['GIFT_DAILY_LIMIT', 'GIFT_EMAILS_USED_UP']);
  });

  it('is bounded by the table itself', async () => {
    await expect(
      scenario.world.ownerPool.query(
        `INSERT INTO ticket_gift_day (fan_id, activity_id, day, direction, tickets, most)
          VALUES ($1, $2, now(), 'sent', 6, 5)`,
        [scenario.sender.id, activityId],
      ),
    ).rejects.toThrow('ticket_gift_day_limit_never_exceeded');
  });
});
