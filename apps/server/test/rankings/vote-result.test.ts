import { createHash } from 'node:crypto';
import { contract } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

const endpoint = contract['GET /activity/api/v1/vote/result'];
const closesAt = new Date('2026-11-21T08:30:00Z');

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-21T06:00:00Z') });
  await world.given.election({
    idols: 3,
    opensAt: new Date('2026-11-21T04:00:00Z'),
    closesAt,
    changedBy: `UPDATE idol SET name = '{"zh_TW": "米娜, 「星」", "en_US": "=HYPERLINK(\\"x\\")"}' WHERE id = '3'`,
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const result = (format: string, headers: Record<string, string> = {}, activityId = '1004') =>
  world.app.inject({ url: `/activity/api/v1/vote/result?activityId=${activityId}&format=${format}`, headers });

async function vote(idolId: string, num: number): Promise<void> {
  const fan = await world.given.fan({ votes: num });
  const body = { activityId: '1004', idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
}

describe('the result as a file', () => {
  it('is refused until it is final, also while the last votes are counted', async () => {
    await vote('3', 7);
    world.clock.advance(1000);
    await vote('1', 7);
    await vote('2', 9);
    for (const at of [world.clock.now(), new Date(closesAt.getTime() + 1000)]) {
      world.clock.set(at);
      for (const format of ['csv', 'json']) {
        const reply = await result(format);
        expect([reply.statusCode, reply.json<{ code: number }>().code]).toEqual([200, 3006]);
      }
    }
  });

  it('is JSON as the contract has it, of equals who got there first before the others', async () => {
    world.clock.set(new Date(closesAt.getTime() + 20_000));
    await expect.poll(async () => (await result('json')).headers['content-disposition']).toBeDefined();
    const { headers, body } = await result('json');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="result-1004.json"',
      'x-content-type-options': 'nosniff',
    });
    const parsed: unknown = JSON.parse(body);
    expect(endpoint.data.parse(parsed)).toEqual(parsed);
    expect(parsed).toMatchObject({ activityId: '1004', totalVotes: 23, closesAt: closesAt.toISOString() });
    expect(endpoint.data.parse(parsed).ranking.map(({ rank, idolId, votes }) => [rank, idolId, votes])).toEqual([
      [1, '2', 9],
      [2, '3', 7],
      [3, '1', 7],
    ]);
  });

  it('is CSV that spreadsheets read as it is meant, and take no formula from', async () => {
    const { headers, body } = await result('csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(body.split('\r\n')).toEqual([
      '\uFEFFrank,idolId,number,name_en_US,name_zh_TW,teamId,team_en_US,team_zh_TW,votes,released,voided',
      '1,2,2,Idol 2,Idol 2（中文）,aurora,Aurora,Aurora（中文）,9,0,0',
      `2,3,3,"'=HYPERLINK(""x"")","米娜, 「星」",aurora,Aurora,Aurora（中文）,7,0,0`,
      '3,1,1,Idol 1,Idol 1（中文）,aurora,Aurora,Aurora（中文）,7,0,0',
      '',
    ]);
  });

  it('is tagged by its hash, and not sent again to anyone who has it', async () => {
    for (const format of ['csv', 'json']) {
      const { headers, rawPayload } = await result(format);
      const etag = `"${createHash('sha256').update(rawPayload).digest('hex')}"`;
      expect(headers['etag']).toBe(etag);
      const again = await result(format, { 'if-none-match': `W/${etag}` });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  it('is the same for every caller, language and time', async () => {
    const before = [(await result('csv')).body, (await result('json')).body];
    world.clock.advance(365 * 24 * 3_600_000);
    const chinese = { 'accept-language': 'zh_TW' };
    expect([(await result('csv', chinese)).body, (await result('json', chinese)).body]).toEqual(before);
  });

  it('is refused of an activity that does not exist, and in no other format', async () => {
    expect((await result('csv', {}, '9')).json<{ code: number }>().code).toBe(3001);
    expect((await result('xlsx')).statusCode).toBe(422);
  });
});
