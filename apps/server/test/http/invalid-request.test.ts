import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectation } from '@lightstick/contract';
import * as z from 'zod';
import { serve } from '#/http/handle.ts';
import { createWorld, type World } from '../world/world.ts';

const body = z.object({
  num: z.int().positive().max(10).optional(),
  name: z.string().min(2).max(5).optional(),
  code: z
    .string()
    .regex(/^\d{6}$/, expectation({ en_US: 'six digits', zh_TW: '六位數字' }))
    .optional(),
  kind: z.enum(['page', 'channel']).optional(),
  email: z.email().optional(),
  at: z.iso.datetime().optional(),
  id: z.union([z.string().min(1).max(4), z.int()]).optional(),
  password: z.object({ keyId: z.string() }).optional(),
  idols: z.array(z.string()).min(1).optional(),
});

describe('a payload that breaks its schema', () => {
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await createWorld({
      extend(server) {
        const endpoint = { summary: '', auth: 'public', data: z.object({}), errors: [] } as const;
        serve(server, 'POST /probe', { ...endpoint, body }, () => Promise.resolve({}));
      },
    });
    ({ token } = await world.given.fan());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function messages(payload: unknown) {
    const ask = (language: string) =>
      world.app.inject({
        method: 'POST',
        url: '/probe',
        payload: JSON.stringify(payload),
        headers: { 'accept-language': language, 'content-type': 'application/json' },
      });
    const replies = [await ask('en_US'), await ask('zh_TW')];
    expect(replies.map((reply) => [reply.statusCode, reply.json<{ code: number }>().code])).toEqual([
      [422, 9001],
      [422, 9001],
    ]);
    return replies.map((reply) => reply.json<{ message: string }>().message);
  }

  it.each([
    [{ num: 0 }, 'num: must be more than 0.', 'num：必須大於 0。'],
    [{ num: 11 }, 'num: must be at most 10.', 'num：必須小於或等於 10。'],
    [{ num: '3' }, 'num: must be a number.', 'num：必須是數字。'],
    [{ num: 1.5 }, 'num: must be a whole number.', 'num：必須是整數。'],
    [{ name: 'M' }, 'name: must have at least 2 characters.', 'name：長度至少 2 個字元。'],
    [{ name: 'Minamina' }, 'name: must have at most 5 characters.', 'name：長度最多 5 個字元。'],
    [{ code: '12345' }, 'code: must be six digits.', 'code：必須是六位數字。'],
    [{ kind: 'tv' }, 'kind: must be page or channel.', 'kind：必須是 page 或 channel。'],
    [
      { email: 'mina' },
      'email: must be an email address such as mina@example.com.',
      'email：必須是電子郵件地址，例如 mina@example.com。',
    ],
    [
      { at: 'today' },
      'at: must be a UTC time such as 2026-11-21T03:16:53.000Z.',
      'at：必須是 UTC 時間，例如 2026-11-21T03:16:53.000Z。',
    ],
    [{ id: true }, 'id: must be text or a number.', 'id：必須是文字或數字。'],
    [{ id: 'abcde' }, 'id: must have at most 4 characters.', 'id：長度最多 4 個字元。'],
    [{ password: {} }, 'password.keyId: is missing; it must be text.', 'password.keyId：缺少此欄位，必須是文字。'],
    [{ idols: [] }, 'idols: must have at least 1 entry.', 'idols：至少需有 1 項。'],
    [{ idols: ['a', 7] }, 'idols[1]: must be text.', 'idols[1]：必須是文字。'],
    [[], 'body: must be an object.', 'body：必須是物件。'],
  ])('%j is reported in both languages', async (payload, english, chinese) => {
    expect(await messages(payload)).toEqual([english, chinese]);
  });

  it('is one with a character that the database cannot hold', async () => {
    const fan = await world.given.fan();
    const route = 'POST /wallet/api/v1/pointsMall/exchangeTicket';
    const offer = { offerId: 'a\0b', num: 1 };
    expect(await world.call(route, { fan, body: offer })).toMatchObject({
      status: 422,
      message: 'offerId: must be text without control characters.',
    });
    expect(await world.call(route, { fan, body: offer, language: 'zh_TW' })).toMatchObject({
      status: 422,
      message: 'offerId：必須是不含控制字元的文字。',
    });
    const query = { activityId: '\0' };
    expect(await world.call('GET /activity/api/v1/vote/saleGoods', { query })).toMatchObject({ status: 422 });
  });

  it.each([
    ['1001', 'pageSize: must be at most 1000.', 'pageSize：必須小於或等於 1000。'],
    ['-1', 'pageSize: must be at least 1.', 'pageSize：必須大於或等於 1。'],
    ['1.5', 'pageSize: must be a whole number.', 'pageSize：必須是整數。'],
    ['0x10', 'pageSize: must be a number.', 'pageSize：必須是數字。'],
    ['1e2', 'pageSize: must be a number.', 'pageSize：必須是數字。'],
    [' 7', 'pageSize: must be a number.', 'pageSize：必須是數字。'],
    ['', 'pageSize: must be a number.', 'pageSize：必須是數字。'],
  ])('in the query is reported in the same way: %j', async (pageSize, english, chinese) => {
    for (const [language, message] of [
      ['en_US', english],
      ['zh_TW', chinese],
    ]) {
      const headers = { token, 'accept-language': language };
      const reply = await world.app.inject({ url: '/activity/api/v1/vote/voteRecord', query: { pageSize }, headers });
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([422, message]);
    }
  });

  const records = (pageNum: unknown) =>
    world.app.inject({
      method: 'POST',
      url: '/wallet/api/v1/userExpand/getVoteRecords',
      payload: { pageNum },
      headers: { token },
    });

  it.each([true, null, [7], '0x10'])('is one with the page number %j', async (pageNum) => {
    const reply = await records(pageNum);
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([422, 'pageNum: must be a number.']);
  });

  it.each([7, '7'])('is not one with the page number %j, as JSON or in decimal digits', async (pageNum) => {
    const reply = await records(pageNum);
    expect(reply.json()).toMatchObject({ code: 0, data: { pageNum: 7 } });
  });
});
