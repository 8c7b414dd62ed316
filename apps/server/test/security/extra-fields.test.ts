import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { goodPassword, newEmail, receivedCode, sealed } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';
import { wholeDatabase } from '../world/whole-database.ts';

/** Names of columns and of fields that a careless server might take over; the values are found in every place. */
const extra = {
  id: 987654321,
  fan_id: 987654321,
  fanId: 987654321,
  account_id: 'planted-account',
  kind: 'planted-kind',
  accountKind: 'planted-kind',
  points: 987654321,
  balance: 987654321,
  amount: 987654321,
  reward: 987654321,
  is_admin: 'planted-admin',
  isAdmin: 'planted-admin',
  role: 'planted-role',
  fan_code: 'PLANTEDX',
  invited_by: 987654321,
  password_hash: 'planted-hash',
  email_verified: 'planted-word',
  wallet_address: `0x${'d'.repeat(40)}`,
  avatar_file: 'planted-file',
  created_at: '1999-09-09T09:09:09.000Z',
  createdAt: '1999-09-09T09:09:09.000Z',
  receivedAt: '1999-09-09T09:09:09.000Z',
  now: '1999-09-09T09:09:09.000Z',
  expires_at: '2999-09-09T09:09:09.000Z',
  ended_at: null,
  erased_at: null,
  deletion_requested_at: null,
} as const;
const planted = /987654321|planted|PLANTEDX|d{40}|1999-09-09|2999-09-09/;

const withBody = routes.filter((route) => endpointOf(route).body);

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());

describe('fields that a call does not have', () => {
  it.each(withBody)('never reach what carries it out: %s', (route) => {
    const { body: schema } = endpointOf(route) as { body: z.ZodType };
    const { body = {} } = exampleCall(route);
    const read = schema.safeParse({ ...extra, ...body });
    if (read.success) expect(read.data).toEqual(schema.parse(body));
    else expect(read.error.issues.map(({ code }) => code)).toEqual(['unrecognized_keys']);
  });

  it.each(withBody)('leave no trace in the database, nor in the answer: %s', async (route) => {
    const fan = await world.given.fan({ points: 100 });
    const { body = {}, ...rest } = exampleCall(route);
    const answer = await sendCall(world, route, {
      ...rest,
      body: { ...extra, ...body },
      headers: { token: fan.token },
    });
    expect(answer.status).toBeLessThan(500);
    expect(answer.text.replaceAll(/"message":"[^"]*"/g, '')).not.toMatch(planted);
    for (const [table, rows] of Object.entries(await wholeDatabase(world.ownerPool))) {
      expect({ table, found: rows.filter((row) => planted.test(row)) }).toEqual({ table, found: [] });
    }
  });

  it.each(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])(
    'and that reach for what all objects share are not even read: %s',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      for (const route of withBody.filter((one) => !endpointOf(one).upload)) {
        const reply = await world.app.inject({ method: 'POST', url: route.slice('POST '.length), payload, headers });
        expect({ route, status: reply.statusCode }).toEqual({ route, status: 400 });
      }
      expect('isAdmin' in {}).toBe(false);
    },
  );

  it('do not make a newcomer anything but a newcomer', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const password = await sealed(world, goodPassword);
    const answer = await sendCall(world, 'POST /wallet/api/v1/user/register', {
      body: { ...extra, email, code, password },
    });
    expect(answer.status).toBe(200);
    const fan = await world.db.selectFrom('fan').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    expect(fan).toMatchObject({ kind: 'web2', wallet_address: null, deletion_requested_at: null, erased_at: null });
    expect(fan.created_at).toEqual(world.clock.now());
    const { rows } = await world.ownerPool.query('SELECT 1 FROM ledger.transfer WHERE fan = $1', [fan.id]);
    expect(rows).toEqual([]);
  });

  it('change only those fields of a profile that the fan may change', async () => {
    const fan = await world.given.fan();
    const rowOf = () => world.db.selectFrom('fan').selectAll().where('id', '=', fan.id).executeTakeFirstOrThrow();
    const before = await rowOf();
    const answer = await sendCall(world, 'POST /wallet/api/v1/userExpand/updateAccountInfo', {
      body: { ...extra, email: 'planted@example.com', passwordHash: 'planted-hash', nickname: 'Sora' },
      headers: { token: fan.token },
    });
    expect(answer.status).toBe(200);
    expect(await rowOf()).toEqual({ ...before, nickname: 'Sora' });
  });
});
