import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Refusal } from '#/errors.ts';
import { encodeData } from '#/http/response-cache.ts';
import { serve } from '#/http/handle.ts';
import { createWorld, type World } from '../world/world.ts';

const endpoint = {
  summary: 'Answers as it is asked to.',
  auth: 'public',
  query: z.object({ how: z.string() }),
  data: z.object({ votes: z.int() }),
  errors: ['INSUFFICIENT_POINTS', 'VOTING_ENDED'],
} as const;

const answers: Readonly<Record<string, () => unknown>> = {
  plain: () => ({ votes: 7 }),
  'too much': () => ({ votes: 7, passwordHash: 'secret' }),
  encoded: () => encodeData({ votes: 7, passwordHash: 'secret' }),
  'of the wrong shape': () => ({ votes: 'seven' }),
  refused: () => {
    throw new Refusal('INSUFFICIENT_POINTS', { missing: 1200 });
  },
  'refused without its parameter': () => {
    throw new Refusal('INSUFFICIENT_POINTS');
  },
  'refused without a promise': () => {
    throw new Refusal('OFFER_NOT_FOUND');
  },
  broken: () => {
    throw new Error('a bug with a secret in it');
  },
  'without a database': () => {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  },
  'without a primary': () => {
    throw Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' });
  },
  'without a lock in time': () => {
    throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  },
};

describe('an answer', () => {
  let world: World;
  const lines: string[] = [];

  beforeAll(async () => {
    world = await createWorld({
      onLogLine: (line) => lines.push(line),
      extend(server) {
        serve(server, 'GET /probe', endpoint, ({ query }) =>
          Promise.try(() => answers[query.how]?.() as { votes: number }),
        );
        serve(
          server,
          'POST /probe',
          { ...endpoint, query: z.object({}), body: z.object({ num: z.int() }).default({ num: 1 }) },
          ({ body }) => Promise.resolve({ votes: body.num }),
        );
      },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = (how: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url: '/probe', query: { how }, headers });
  const send = (payload: string, type = 'application/json') =>
    world.app.inject({ method: 'POST', url: '/probe', payload, headers: { 'content-type': type } });

  it('is an envelope', async () => {
    const reply = await ask('plain');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ code: 0, message: 'ok', data: { votes: 7 } });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each(['too much', 'encoded'])('carries only what the contract names, also when given %s', async (how) => {
    expect((await ask(how)).json()).toEqual({ code: 0, message: 'ok', data: { votes: 7 } });
  });

  it('of a refusal has status 200, its code and words in the language of the caller', async () => {
    const english = await ask('refused');
    expect(english.statusCode).toBe(200);
    expect(english.json()).toEqual({ code: 2001, message: 'You need 1,200 more Points.', data: null });
    const chinese = await ask('refused', { 'accept-language': 'zh-Hant-TW,zh;q=0.9,en;q=0.8' });
    expect(chinese.json()).toEqual({ code: 2001, message: '還差 1,200 點。', data: null });
  });

  it.each(['broken', 'of the wrong shape', 'refused without its parameter', 'refused without a promise'])(
    'that is %s hides the details, but gives the id of the log entry',
    async (how) => {
      lines.length = 0;
      const reply = await ask(how, { 'x-request-id': `look-for-${how.length}` });
      expect(reply.statusCode).toBe(500);
      expect(reply.json()).toEqual({
        code: 9008,
        message: `Something went wrong on our side. If you contact us, quote look-for-${how.length}.`,
        data: null,
      });
      const told = lines.map(
        (line) => JSON.parse(line) as { level: string; requestId: string; err?: { stack: string } },
      );
      expect(told.find(({ level }) => level === 'error')).toMatchObject({
        requestId: `look-for-${how.length}`,
        err: { stack: expect.any(String) },
      });
    },
  );

  it.each([
    ['is away', 'without a database', 9012],
    ['has become a standby', 'without a primary', 9012],
    ['has too much to do', 'without a lock in time', 9007],
  ])('is 503 and "try again" while the database %s', async (_, how, code) => {
    const reply = await ask(how);
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('2');
    expect(reply.json()).toMatchObject({ code, data: null });
  });

  it('to a body that is no JSON, of another type or too large is 400 and says so', async () => {
    const problems = await Promise.all([
      send('{"num":'),
      send('num=1', 'text/plain'),
      send(JSON.stringify({ num: 'x'.repeat(70_000) })),
    ]);
    expect(problems.map((reply) => [reply.statusCode, reply.json<{ message: string }>().message])).toEqual([
      [400, 'We couldn’t read the request: the body is not JSON.'],
      [400, 'We couldn’t read the request: the body must be JSON, with Content-Type: application/json.'],
      [400, 'We couldn’t read the request: the body is larger than 64 KB.'],
    ]);
  });

  it('does not need a body where every field has a default', async () => {
    expect((await send('')).json()).toMatchObject({ code: 0, data: { votes: 1 } });
    expect((await world.app.inject({ method: 'POST', url: '/probe' })).json()).toMatchObject({
      code: 0,
      data: { votes: 1 },
    });
  });

  it.each(['/wallet/api/v1/nothing', '/activity/api/v1/vote/doVotes', '/activity/api/v1/jplive/nothing', '/task/api'])(
    'from %s, where no route exists, is 404',
    async (url) => {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const reply = await world.app.inject({
          method,
          url,
          headers: { accept: 'text/html', 'accept-language': 'zh_TW' },
        });
        expect(reply.statusCode).toBe(404);
        expect(reply.json()).toEqual({ code: 9004, message: '這個網址沒有內容。', data: null });
      }
    },
  );
});
