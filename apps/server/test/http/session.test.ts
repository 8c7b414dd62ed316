import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serve } from '#/http/handle.ts';
import { createSessions } from '#/modules/identity/index.ts';
import { hashToken } from '#/lib/token.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

describe('a session', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({
      extend(server) {
        const endpoint = {
          summary: '',
          body: z.object({ accountId: z.string().optional() }).default({}),
          data: z.object({ accountId: z.string().nullable() }),
          errors: [],
        };
        serve(server, 'POST /probe/own', { ...endpoint, auth: 'fan' } as const, ({ fan }) =>
          Promise.resolve({ accountId: fan.accountId }),
        );
        serve(server, 'POST /probe/open', { ...endpoint, auth: 'optional' } as const, ({ fan }) =>
          Promise.resolve({ accountId: fan?.accountId ?? null }),
        );
      },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function ask(url: string, token?: string, payload: object = {}) {
    const reply = await world.app.inject({
      method: 'POST',
      url,
      payload,
      headers: token === undefined ? {} : { token },
    });
    return { status: reply.statusCode, ...reply.json<{ code: number; data: { accountId: string | null } | null }>() };
  }

  const end = (fan: TestFan) =>
    world.db
      .updateTable('session')
      .set({ ended_at: world.clock.now() })
      .where('token_hash', '=', hashToken(fan.token))
      .execute();

  it('names the caller', async () => {
    const fan = await world.given.fan();
    expect(await ask('/probe/own', fan.token)).toMatchObject({ status: 200, data: { accountId: fan.accountId } });
    expect(await ask('/probe/open', fan.token)).toMatchObject({ status: 200, data: { accountId: fan.accountId } });
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one that was never issued', 'x'.repeat(43)],
    ['an endless one', 'x'.repeat(5000)],
  ])('is needed: %s is 401, except where anyone may call', async (_, token) => {
    expect(await ask('/probe/own', token)).toMatchObject({ status: 401, code: 9002, data: null });
    expect(await ask('/probe/open', token)).toMatchObject({ status: 200, data: { accountId: null } });
  });

  it('is not asked about the payload before the caller is known', async () => {
    expect(await ask('/probe/own', undefined, { accountId: 7 })).toMatchObject({ status: 401 });
  });

  it('expires at its very time, also where it was used a moment before', async () => {
    const fan = await world.given.fan();
    const { expires_at } = await world.db
      .selectFrom('session')
      .select('expires_at')
      .where('token_hash', '=', hashToken(fan.token))
      .executeTakeFirstOrThrow();
    world.clock.set(new Date(expires_at.getTime() - 1));
    expect(await ask('/probe/own', fan.token)).toMatchObject({ status: 200 });
    world.clock.advance(1);
    expect(await ask('/probe/own', fan.token)).toMatchObject({ status: 401 });
  });

  it('that ended is forgotten at once where it ended, and within five seconds everywhere', async () => {
    const fan = await world.given.fan();
    const other = await world.given.fan();
    await ask('/probe/own', fan.token);
    await ask('/probe/own', other.token);
    await end(fan);
    await end(other);
    world.services.sessions.forget(hashToken(fan.token));
    expect(await ask('/probe/own', fan.token)).toMatchObject({ status: 401 });
    world.clock.advance(5_000);
    expect(await ask('/probe/own', other.token)).toMatchObject({ status: 401 });
  });

  it('that ended is not remembered for longer because the clock was put back', async () => {
    const fan = await world.given.fan();
    expect((await ask('/probe/own', fan.token)).status).toBe(200);
    await end(fan);
    world.clock.advance(-60_000);
    expect((await ask('/probe/own', fan.token)).status).toBe(401);
    world.clock.advance(60_000);
  });

  it('that ended while it was looked up is not remembered', async () => {
    const fan = await world.given.fan();
    const [read, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const query = async (asked: QueryConfig) => {
      const result = await world.pool.query(asked);
      read.resolve();
      await letGo.promise;
      return result;
    };
    const pool = { query } as unknown as typeof world.pool;
    const sessions = createSessions({ ...world.services, lookUps: { pool } });
    const lookingUp = sessions.resolve(fan.token);
    await read.promise;
    await end(fan);
    sessions.forget(hashToken(fan.token));
    letGo.resolve();
    expect(await lookingUp).toMatchObject({ accountId: fan.accountId });
    expect(await sessions.resolve(fan.token)).toBeUndefined();
  });

  it('of a passport does not open a call', async () => {
    const fan = await world.given.fan();
    await world.db
      .updateTable('session')
      .set({ kind: 'passport' })
      .where('token_hash', '=', hashToken(fan.token))
      .execute();
    expect(await ask('/probe/own', fan.token)).toMatchObject({ status: 401 });
  });

  it('covers its own account only', async () => {
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    expect(await ask('/probe/own', fan.token, { accountId: fan.accountId })).toMatchObject({ status: 200 });
    expect(await ask('/probe/own', fan.token, { accountId: other.accountId })).toMatchObject({
      status: 403,
      code: 9003,
    });
    expect(await ask('/probe/open', fan.token, { accountId: other.accountId })).toMatchObject({ status: 403 });
    expect(await ask('/probe/open', 'expired', { accountId: fan.accountId })).toMatchObject({ status: 401 });
    expect(await ask('/probe/open', undefined, { accountId: other.accountId })).toMatchObject({ status: 200 });
  });
});
