import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import { activityId } from '../../world/given-election.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenGiftTerms } from '../../world/given-gift-terms.ts';
import { dayMs, giftScenario, noon, transferVotes } from './given-gifts.ts';

const records = 'POST /wallet/api/v1/userExpand/transferTicketRecords';
const termsOf = 'POST /wallet/api/v1/pointsMall/getGiftTerms';
const receiverOf = 'POST /wallet/api/v1/pointsMall/getGiftReceiver';

const scenario = giftScenario();
const { codeOf, give, ticketsOf } = scenario;

describe('giving tickets to another fan', () => {
  it('moves them from one to the other, named by fan code in any case', async () => {
    const code = await codeOf(scenario.receiver);
    const reply = await give(` ${code.toLowerCase()} `, 3);
    expect(reply).toMatchObject({
      code: 0,
      data: { direction: 'sent', num: 3, ticketsLeft: 17, leftToday: 997, fan: { nickname: 'Mina' } },
    });
    expect([await ticketsOf(scenario.sender), await ticketsOf(scenario.receiver)]).toEqual([17, 3]);
  });

  it('finds a fan by email too, and then tells the sender no name', async () => {
    const reply = await give(scenario.receiver.email.toUpperCase(), 20);
    expect(reply).toMatchObject({ code: 0, data: { num: 20, ticketsLeft: 0, fan: null } });
    expect(await ticketsOf(scenario.receiver)).toBe(20);
  });

  it.each<[string, () => Promise<string>, number, string]>([
    ['an unknown fan code', async () => 'ZZZZZZZZ', 1, 'RECEIVER_NOT_FOUND'],
    ['oneself by fan code', () => codeOf(scenario.sender), 1, 'GIFT_TO_ONESELF'],
    ['more than there are', () => codeOf(scenario.receiver), 21, 'INSUFFICIENT_TICKETS'],
  ])('refuses %s and changes nothing', async (_, name, num, refusal) => {
    const toAccount = await name();
    const reply = await changesNothing(scenario.world, () => give(toAccount, num));
    expect(reply).toMatchObject({ status: 200, refusal });
  });

  it('answers an unknown email like an unknown fan code, and counts the attempt', async () => {
    const except = ['ticket_gift_naming'];
    const unknown = await changesNothing(scenario.world, () => give('nobody@example.com'), { except });
    expect(unknown).toMatchObject({ refusal: 'RECEIVER_NOT_FOUND', message: (await give('ZZZZZZZZ')).message });
    const own = await changesNothing(scenario.world, () => give(scenario.sender.email), { except });
    expect(own.refusal).toBe('GIFT_TO_ONESELF');
  });

  it('tells a sender who cannot give nothing about who has an account', async () => {
    const except = ['ticket_gift_naming'];
    const [poor, code] = [await scenario.world.given.fan(), await codeOf(scenario.receiver)];
    await givenGiftTerms(scenario.world, { mostSent: 5 });
    const named = [scenario.receiver.email, 'nobody@example.com', code, 'ZZZZZZZZ'];
    const refusalsOf = (num: number, fan: TestFan) =>
      changesNothing(
        scenario.world,
        async () => {
          const replies = [];
          for (const toAccount of named) replies.push(await give(toAccount, num, { fan }));
          return [...new Set(replies.map(({ refusal, message }) => `${refusal} ${message}`))];
        },
        { except },
      );
    expect(await refusalsOf(1, poor)).toEqual([expect.stringContaining('INSUFFICIENT_TICKETS')]);
    expect(await refusalsOf(6, scenario.sender)).toEqual([expect.stringContaining('GIFT_DAILY_LIMIT')]);
  });

  it.each(['deletion_requested_at', 'simulated', 'erased'])('does not find a fan who is %s', async (what) => {
    const code = await codeOf(scenario.receiver);
    if (what === 'erased') await eraseFan(scenario.world, scenario.receiver);
    else if (what === 'simulated') {
      await scenario.world.ownerPool.query(
        `UPDATE fan SET simulated = true, email = NULL, password_hash = NULL WHERE id = $1`,
        [scenario.receiver.id],
      );
    } else
      await scenario.world.ownerPool.query(`UPDATE fan SET deletion_requested_at = $2 WHERE id = $1`, [
        scenario.receiver.id,
        noon,
      ]);
    const byCode = await changesNothing(scenario.world, () => give(code));
    const byEmail = await changesNothing(scenario.world, () => give(scenario.receiver.email), {
      except: ['ticket_gift_naming'],
    });
    expect([byCode.refusal, byEmail.refusal]).toEqual(['RECEIVER_NOT_FOUND', 'RECEIVER_NOT_FOUND']);
  });

  it('refuses what is unknown, unreadable or anonymous, and changes nothing', async () => {
    const code = await codeOf(scenario.receiver);
    await changesNothing(scenario.world, async () => {
      const elsewhere = { toAccount: code, num: 1, activityId: '9' };
      expect((await scenario.world.call(transferVotes, { fan: scenario.sender, body: elsewhere })).refusal).toBe(
        'ACTIVITY_NOT_FOUND',
      );
      for (const num of [0, -1, 1.5, 1_000_001]) expect((await give(code, num)).status).toBe(422);
      expect(await give('not a code')).toMatchObject({
        status: 422,
        message: expect.stringContaining('a fan code of eight letters and digits, or an email') as string,
      });
      expect(await scenario.world.call(transferVotes, { body: { toAccount: code, num: 1, activityId } })).toMatchObject(
        {
          status: 401,
        },
      );
    });
  });

  it('is possible until the closing second', async () => {
    const code = await codeOf(scenario.receiver);
    scenario.world.clock.set(new Date(noon.getTime() + 5 * dayMs - 1));
    expect(await give(code)).toMatchObject({ code: 0 });
    const terms = () => scenario.world.call(termsOf, { fan: scenario.sender, body: { activityId } });
    expect((await terms()).data.state).toBe('open');
    scenario.world.clock.advance(1);
    expect((await terms()).data).toMatchObject({ state: 'ended', tickets: 19 });
    const ended = await changesNothing(scenario.world, async () => [
      await give(code),
      await give(scenario.receiver.email),
    ]);
    expect(ended.map(({ refusal }) => refusal)).toEqual(['VOTING_ENDED', 'VOTING_ENDED']);
  });

  it('answers a replay with the first answer and gives once, even if the receiver has left since', async () => {
    const key = uuidV7(noon);
    const first = await give(scenario.receiver.email, 2, { key });
    await scenario.world.ownerPool.query('UPDATE fan SET deletion_requested_at = $2 WHERE id = $1', [
      scenario.receiver.id,
      noon,
    ]);
    const replay = await changesNothing(scenario.world, () => give(scenario.receiver.email, 2, { key }));
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
  });

  it('refuses a key that comes back with another body, and changes nothing', async () => {
    const [code, key] = [await codeOf(scenario.receiver), randomUUID()];
    await give(code, 1, { key });
    const reply = await changesNothing(scenario.world, () => give(code, 2, { key }));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('looking before giving', () => {
  it('shows who has a fan code, unless that fan cannot receive anything', async () => {
    const ask = async (fanCode: string) => scenario.world.call(receiverOf, { fan: scenario.sender, body: { fanCode } });
    expect(await ask((await codeOf(scenario.receiver)).toLowerCase())).toMatchObject({
      code: 0,
      data: { nickname: 'Mina' },
    });
    expect((await ask('ZZZZZZZZ')).refusal).toBe('RECEIVER_NOT_FOUND');
    expect((await ask(await codeOf(scenario.sender))).refusal).toBe('GIFT_TO_ONESELF');
    expect(
      (await scenario.world.call(receiverOf, { fan: scenario.sender, body: { fanCode: scenario.receiver.email } }))
        .status,
    ).toBe(422);
  });
});

describe('the record of gifts', () => {
  const read = async (
    fan: TestFan,
    options: { direction?: 'sent' | 'received'; pageNum?: number; pageSize?: number } = {},
  ) => (await scenario.world.call(records, { fan, body: options })).data;

  it('is kept by both, newest first, in pages, without the name of a fan known by email alone', async () => {
    const code = await codeOf(scenario.receiver);
    await give(code, 1);
    await give(scenario.receiver.email, 2);
    await give(await codeOf(scenario.sender), 3, { fan: scenario.receiver });
    expect(await read(scenario.sender)).toMatchObject({
      total: 3,
      list: [
        { direction: 'received', num: 3, fan: { nickname: 'Mina' } },
        { direction: 'sent', num: 2, fan: null },
        { direction: 'sent', num: 1, fan: { nickname: 'Mina' }, givenAt: noon.toISOString() },
      ],
    });
    const theirs = await read(scenario.receiver);
    expect(theirs.list.map(({ direction, num, fan }) => [direction, num, fan?.nickname])).toEqual([
      ['sent', 3, 'Mina'],
      ['received', 2, 'Mina'],
      ['received', 1, 'Mina'],
    ]);
    const second = await read(scenario.sender, { pageNum: 2, pageSize: 2 });
    expect(second).toMatchObject({ total: 3, list: [{ num: 1 }] });
    expect(await read(scenario.sender, { direction: 'received' })).toMatchObject({ total: 1, list: [{ num: 3 }] });
    expect(await read(scenario.sender, { direction: 'sent' })).toMatchObject({ total: 2 });
  });

  it('has the number of the caller’s own transfer in the ledger', async () => {
    await give(await codeOf(scenario.receiver), 4);
    const { list } = await read(scenario.receiver);
    const { data } = await scenario.world.call('POST /wallet/api/v1/user/getMyData', {
      fan: scenario.receiver,
      body: {},
    });
    expect(data.gifts).toEqual({ total: 1, rows: list });
    expect(data.transfers.rows).toContainEqual(
      expect.objectContaining({ transferId: list[0]?.transferId, amount: 4, reason: 'ticket_gift_received' }),
    );
  });

  it('of an erased fan stays with the other, and the count of named emails is deleted', async () => {
    await give(scenario.receiver.email, 2);
    await eraseFan(scenario.world, scenario.sender);
    expect(await read(scenario.receiver)).toMatchObject({ total: 1, list: [{ direction: 'received', num: 2 }] });
    const { rowCount } = await scenario.world.ownerPool.query('SELECT FROM ticket_gift_naming WHERE fan_id = $1', [
      scenario.sender.id,
    ]);
    expect(rowCount).toBe(0);
  });
});
