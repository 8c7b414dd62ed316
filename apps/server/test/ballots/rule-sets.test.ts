import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson, type Json } from '@lightstick/chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { createWorld, type World } from '../world/world.ts';

const activityId = '1004';
const opensAt = new Date('2026-11-21T00:00:00Z');
const ruleSetRoute = 'GET /activity/api/v1/vote/ruleSet';
const filePath = `/activity/api/v1/vote/rules?activityId=${activityId}`;
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

describe('the rules of an activity', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-11-20T00:00:00Z') });
    const rules = {
      endingLimits: [{ withinMinutes: 10, votes: 50 }],
      notes: [{ en_US: 'Be kind. 🌙', zh_TW: '請友善。' }],
      prizes: [{ fromRank: 1, toRank: 1, title: { en_US: 'Gold', zh_TW: '金' } }],
    };
    const closesAt = new Date('2026-11-23T00:00:00Z');
    await world.given.election({ opensAt, closesAt, freePerDay: 3, rules });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ruleSet = async () => (await world.call(ruleSetRoute, { query: { activityId } })).data;
  const file = (headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url: filePath, headers });
  const stored = async () => {
    const { rows } = await world.ownerPool.query<{ document: string; hash: string }>(
      `SELECT document, encode(hash, 'hex') AS hash FROM rule_set`,
    );
    return rows[0];
  };

  it('are served with the hash that anybody computes from the bytes of the file, or from the document', async () => {
    const { hash, document } = await ruleSet();
    const { rawPayload, headers } = await file();
    expect(sha256(rawPayload)).toBe(hash);
    expect(sha256(canonicalJson(document as Json))).toBe(hash);
    expect(JSON.parse(rawPayload.toString())).toEqual(document);
    expect(await stored()).toEqual({ document: rawPayload.toString(), hash });
    expect(headers).toMatchObject({
      etag: `"${hash}"`,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="rules-1004-v1.json"',
    });
  });

  it('may still change before the opening, and are frozen from then on', async () => {
    expect(await ruleSet()).toMatchObject({ version: 1, isFrozen: false });
    world.clock.set(opensAt);
    expect(await ruleSet()).toMatchObject({ version: 1, isFrozen: true });
    const { data } = await world.call('GET /activity/api/v1/vote/activity', { query: { activityId } });
    const { document: _, movedEnds, ...brief } = await ruleSet();
    expect(movedEnds).toEqual([]);
    expect(data.ruleSet).toEqual(brief);
  });

  it('are not sent again to a caller who has them', async () => {
    world.clock.set(opensAt);
    const { hash } = await ruleSet();
    const etag = `"${hash}"`;
    const url = `/activity/api/v1/vote/ruleSet?activityId=${activityId}`;
    for (const path of [url, filePath]) {
      const first = await world.app.inject({ method: 'GET', url: path });
      expect(first.headers['etag']).toBe(etag);
      const again = await world.app.inject({ method: 'GET', url: path, headers: { 'if-none-match': etag } });
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    }
  });

  it('stand by their hash on every receipt, in the record and in the ledger', async () => {
    world.clock.set(opensAt);
    const { hash } = await ruleSet();
    const fan = await world.given.fan();
    const key = randomUUID();
    const body = { activityId, idolId: '1', num: 2 };
    const { data } = await world.call('POST /activity/api/v1/vote/doVote', { fan, body, key });
    expect(data.receipt.rulesHash).toBe(hash);
    const repeat = await world.call('POST /activity/api/v1/vote/doVote', { fan, body, key });
    expect(repeat.data).toEqual(data);
    const records = await world.call('GET /activity/api/v1/vote/voteRecord', { fan, query: {} });
    expect(records.data.list[0]?.receipt).toEqual(data.receipt);
    const { rows } = await world.ownerPool.query(
      `SELECT encode(r.hash, 'hex') AS hash FROM ledger.transfer t LEFT JOIN rule_set r ON r.id = t.rule_set
        WHERE t.fan = $1 AND t.reason = 10`,
      [fan.id],
    );
    expect(rows).toEqual([{ hash }]);
  });

  it('are refused for an activity that does not exist', async () => {
    const reply = await changesNothing(world, () => world.call(ruleSetRoute, { query: { activityId: '9' } }));
    expect(reply.refusal).toBe('ACTIVITY_NOT_FOUND');
  });
});

describe('an activity without published rules', () => {
  it('says so, lets fans vote, and keeps the receipts of those votes without a hash', async () => {
    await using world = await createWorld({ now: new Date('2026-11-22T00:00:00Z') });
    await world.given.election({ opensAt, freePerDay: 3, changedBy: 'UPDATE ledger.period SET rule_set = NULL' });
    const { ownerPool } = world;
    const refused = await world.call(ruleSetRoute, { query: { activityId } });
    expect(refused).toMatchObject({ refusal: 'RULES_NOT_PUBLISHED' });
    expect((await world.app.inject({ method: 'GET', url: filePath })).json()).toMatchObject({ data: null });
    const shown = await world.call('GET /activity/api/v1/vote/activity', { query: { activityId } });
    expect(shown.data).toMatchObject({ ruleSet: null, priceSteps: [{ fromTicket: 1, votesPerTicket: 10 }] });

    const fan = await world.given.fan();
    const key = randomUUID();
    const cast = { fan, key, body: { activityId, idolId: '1', num: 1 } };
    const first = await world.call('POST /activity/api/v1/vote/doVote', cast);
    expect(first.data.receipt.rulesHash).toBeNull();
    await ownerPool.query('SELECT ledger.adopt_rule_set(1004, (SELECT id FROM rule_set))');
    expect((await world.call('POST /activity/api/v1/vote/doVote', cast)).data).toEqual(first.data);
    const next = await world.call('POST /activity/api/v1/vote/doVote', { ...cast, key: randomUUID() });
    expect(next.data.receipt.rulesHash).toMatch(/^[0-9a-f]{64}$/);
  });
});
