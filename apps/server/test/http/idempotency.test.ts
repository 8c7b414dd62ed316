import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { runIdempotent, sweepIdempotencyKeysJob } from '#/http/idempotency.ts';
import { serve } from '#/http/handle.ts';
import { derivedUuid, uuidV7 } from '#/lib/uuid.ts';
import { endpointOf, exampleCall, routes as allRoutes } from '../security/send-call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { bearer } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';

const endpoint = {
  summary: 'Renames the fan, which stands here for an effect.',
  auth: 'fan',
  idempotency: 'optional',
  body: z.object({ nickname: z.string(), twice: z.boolean().default(false) }),
  data: z.object({ nickname: z.string(), renamedAs: z.int() }),
  errors: ['OFFER_SOLD_OUT'],
} as const;

const operatorEndpoint = { ...endpoint, auth: 'operator', roles: ['editor', 'moderator'], scope: 'claims' } as const;

describe('a call that moves value', () => {
  let world: World;
  let fan: TestFan;
  let effects = 0;
  let isSoldOut = false;
  let deadlocks = 0;

  async function rename(tx: Transaction<DB>, fanId: number, nickname: string) {
    await tx.updateTable('fan').set({ nickname }).where('id', '=', fanId).execute();
    effects += 1;
    if (deadlocks > 0) {
      deadlocks -= 1;
      await sql`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$`.execute(tx);
    }
    if (isSoldOut) throw new Refusal('OFFER_SOLD_OUT', { left: 0 });
    return { nickname, renamedAs: effects };
  }

  function routes(server: FastifyInstance) {
    for (const route of ['POST /probe/rename', 'POST /probe/other'] as const) {
      serve(server, route, endpoint, (call) =>
        runIdempotent(server.services.db, route, call, (tx) => rename(tx, call.fan.id, call.body.nickname)),
      );
    }
    serve(server, 'POST /probe/operate', operatorEndpoint, (call) =>
      runIdempotent(server.services.db, 'POST /probe/operate', call, (tx) => rename(tx, fan.id, call.body.nickname)),
    );
  }

  beforeAll(async () => {
    world = await createWorld({ extend: routes });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    fan = await world.given.fan();
    effects = 0;
    isSoldOut = false;
  });

  async function send(key: string | undefined, nickname = 'Yuna', { url = '/probe/rename', by = fan, body = {} } = {}) {
    const reply = await world.app.inject({
      method: 'POST',
      url,
      payload: { nickname, ...body },
      headers: { token: by.token, ...(key ? { 'idempotency-key': key } : {}) },
    });
    return { status: reply.statusCode, ...reply.json<{ code: number; message: string; data: unknown }>() };
  }

  it('happens once, and a repeat gets the first answer', async () => {
    const key = randomUUID();
    const first = await send(key);
    expect(first).toMatchObject({ status: 200, code: 0, data: { nickname: 'Yuna', renamedAs: 1 } });
    expect(await send(key)).toEqual(first);
    expect(await send(key.toUpperCase())).toEqual(first);
    expect(effects).toBe(1);
  });

  it('is the same call when defaults are written out and fields stand in another order', async () => {
    const key = randomUUID();
    const first = await send(key);
    const reply = await world.app.inject({
      method: 'POST',
      url: '/probe/rename',
      payload: { twice: false, nickname: 'Yuna' },
      headers: { token: fan.token, 'idempotency-key': key },
    });
    expect(reply.json()).toMatchObject({ data: first.data });
  });

  it('is refused when its key was used for another body or on another route', async () => {
    const key = randomUUID();
    await send(key);
    expect(await send(key, 'Haru')).toMatchObject({ status: 409, code: 9005, data: null });
    expect(await send(key, 'Yuna', { url: '/probe/other' })).toMatchObject({ status: 409, code: 9005, data: null });
    expect(effects).toBe(1);
  });

  it('has its key to itself: the same key of another fan is another call', async () => {
    const key = randomUUID();
    await send(key);
    expect(await send(key, 'Haru', { by: await world.given.fan() })).toMatchObject({
      data: { nickname: 'Haru', renamedAs: 2 },
    });
  });

  it('has its key to itself among operators too, whose ids are not those of fans', async () => {
    const key = randomUUID();
    const [operator, other] = [await world.given.operator(), await world.given.operator('moderator')];
    const sendBy = async (by: typeof operator, nickname = 'Yuna') => {
      const reply = await world.app.inject({
        method: 'POST',
        url: '/probe/operate',
        payload: { nickname },
        headers: { ...bearer(by), 'idempotency-key': key },
      });
      return { status: reply.statusCode, ...reply.json<{ code: number; data: unknown }>() };
    };
    await send(key);
    const first = await sendBy(operator);
    expect(first).toMatchObject({ status: 200, data: { renamedAs: 2 } });
    const repeats = await Promise.all(Array.from({ length: 20 }, () => sendBy(operator)));
    expect(new Set(repeats.map((reply) => JSON.stringify(reply)))).toEqual(new Set([JSON.stringify(first)]));
    expect(await sendBy(operator, 'Haru')).toMatchObject({ status: 409, code: 9005 });
    expect(await sendBy(other)).toMatchObject({ data: { renamedAs: 3 } });
    expect(effects).toBe(3);
  });

  it('happens once when it comes twenty times at once, and all get the same answer', async () => {
    const key = uuidV7(world.clock.now());
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(key)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ code: 0, data: { renamedAs: 1 } });
    expect(effects).toBe(1);
  });

  it('that was refused changed nothing, and its key may be used again', async () => {
    const key = randomUUID();
    isSoldOut = true;
    expect(await send(key)).toMatchObject({
      status: 200,
      code: 5004,
      message: 'Not enough left: 0 available.',
    });
    const { nickname } = await world.db
      .selectFrom('fan')
      .select('nickname')
      .where('id', '=', fan.id)
      .executeTakeFirstOrThrow();
    expect(nickname).toBe('Mina');
    isSoldOut = false;
    expect(await send(key, 'Haru')).toMatchObject({ code: 0, data: { nickname: 'Haru' } });
  });

  it('is retried when the database undoes it for a deadlock, but not without end', async () => {
    deadlocks = 2;
    expect(await send(randomUUID())).toMatchObject({ status: 200, data: { renamedAs: 3 } });
    deadlocks = 3;
    expect(await send(randomUUID())).toMatchObject({ status: 503, code: 9007 });
    expect(deadlocks).toBe(0);
  });

  it('has its answer kept for seven days, by fans and by operators', async () => {
    const [key, operator] = [randomUUID(), await world.given.operator()];
    const sendBy = (headers: Readonly<Record<string, string>>, url: string) =>
      world.app.inject({
        method: 'POST',
        url,
        payload: { nickname: 'Yuna' },
        headers: { ...headers, 'idempotency-key': key },
      });
    const sendBoth = async () => {
      const replies = [
        await sendBy({ token: fan.token }, '/probe/rename'),
        await sendBy(bearer(operator), '/probe/operate'),
      ];
      return replies.map((reply) => reply.json<{ data: { renamedAs: number } }>().data.renamedAs);
    };
    const forget = () => sweepIdempotencyKeysJob(world.services).run(undefined, { number: 1, last: false });
    expect(await sendBoth()).toEqual([1, 2]);
    world.clock.advance(7 * 24 * 60 * 60 * 1000);
    await forget();
    expect(await sendBoth()).toEqual([1, 2]);
    world.clock.advance(1);
    await forget();
    expect(await sendBoth()).toEqual([3, 4]);
  });

  it('without a key happens every time', async () => {
    await send(undefined);
    expect(await send(undefined)).toMatchObject({ data: { renamedAs: 2 } });
  });

  it.each(allRoutes.filter((route) => endpointOf(route).idempotency === 'required'))(
    '%s does nothing without a key, and says which header is missing',
    async (route) => {
      const { auth, roles } = endpointOf(route);
      const headers = auth === 'operator' ? bearer(await world.given.operator(roles?.[0])) : { token: fan.token };
      for (const [language, text] of Object.entries({ en_US: 'is required here', zh_TW: '為必填' })) {
        const { statusCode, body } = await changesNothing(world, () =>
          world.app.inject({
            method: 'POST',
            url: route.slice('POST '.length),
            payload: exampleCall(route).body ?? {},
            headers: { ...headers, 'accept-language': language },
          }),
        );
        expect([statusCode, body]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
        expect(body).toContain(text);
      }
    },
  );

  it('names the header when the key is no UUID, or one from the day after tomorrow', async () => {
    const tomorrow = new Date(world.clock.now().getTime() + 23 * 60 * 60 * 1000);
    const dayAfter = new Date(world.clock.now().getTime() + 25 * 60 * 60 * 1000);
    expect(await send('7')).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Idempotency-Key: must be a UUID/),
    });
    expect(await send(uuidV7(dayAfter))).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Idempotency-Key: the time inside this UUID must not be more than a day ahead/),
    });
    // Keys that the server derives for later postings cannot be used up in advance.
    expect(await send(derivedUuid(randomUUID(), 'prizes'))).toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Idempotency-Key: must be a UUID/),
    });
    expect(effects).toBe(0);
    expect(await send(uuidV7(tomorrow))).toMatchObject({ status: 200, code: 0 });
  });
});
