import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#/log.ts';
import { createAltcha, createRecaptcha } from '#/modules/identity/index.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { newEmail, solvedToken } from '../world/sign-up.ts';
import { createWorld } from '../world/world.ts';

const humanCheckChallenge = 'GET /wallet/api/v1/user/humanCheckChallenge';
const context = { action: 'register', address: '192.0.2.7' };

describe('the built-in check', () => {
  const clock = createSettableClock(new Date());
  const keys = createServerKeys('a secret of at least 32 characters');
  const altcha = createAltcha({ clock, keys, most: 5 });
  type Spelt = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: { counter: number } };
  const respelt = (token: string, change: (spelt: Spelt) => void) => {
    const spelt = JSON.parse(Buffer.from(token, 'base64').toString()) as Spelt;
    change(spelt);
    return Buffer.from(JSON.stringify(spelt)).toString('base64');
  };

  it('lets those through who did the work that the server asked for', async () => {
    await using world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
    const { data } = await world.call(humanCheckChallenge);
    expect(data.challenge['parameters']).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 5000 });
    const query = { email: newEmail(), googleRecaptchaToken: await solvedToken(data.challenge) };
    expect((await world.call('GET /wallet/api/v1/user/sendEmail', { query })).refusal).toBeUndefined();
  });

  it('knows its own challenges, also those of another replica', async () => {
    const token = await solvedToken(await altcha.challenge());
    const replica = createAltcha({ clock, keys: createServerKeys('a secret of at least 32 characters'), most: 5 });
    expect(await replica.verify(token, context)).toBeDefined();
    const stranger = createAltcha({
      clock,
      keys: createServerKeys('another secret of 32 characters or more'),
      most: 5,
    });
    expect(await stranger.verify(token, context)).toBeUndefined();
  });

  it('takes an answer for ten minutes', async () => {
    const token = await solvedToken(await altcha.challenge());
    clock.advance(10 * 60_000 - 1);
    expect(await altcha.verify(token, context)).toBeDefined();
    clock.advance(1);
    expect(await altcha.verify(token, context)).toBeUndefined();
  });

  it('takes no wrong answer and no altered challenge', async () => {
    const token = await solvedToken(await altcha.challenge());
    const altered = [
      respelt(token, ({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })),
      respelt(token, ({ challenge }) => Object.assign(challenge.parameters, { cost: 1 })),
      respelt(token, ({ challenge }) => Object.assign(challenge.parameters, { data: { validUntilMs: 9e15 } })),
      respelt(token, ({ challenge }) => Object.assign(challenge, { signature: '00'.repeat(32) })),
      respelt(token, ({ challenge }) => delete challenge.parameters['keySignature']),
      Buffer.from('null').toString('base64'),
      Buffer.from('{').toString('base64'),
      '!',
    ];
    for (const wrong of altered) expect(await altcha.verify(wrong, context)).toBeUndefined();
    expect(await altcha.verify(token, context)).toBeDefined();
  });
});

describe('reCAPTCHA', () => {
  const asked: URLSearchParams[] = [];
  let answer: () => { status?: number; body: string; afterMs?: number };
  let google: Server;
  let verifyUrl: string;
  const verdict = (fields: object) => () => ({
    body: JSON.stringify({ success: true, hostname: 'vote.example.com', action: 'register', score: 0.9, ...fields }),
  });

  beforeAll(async () => {
    google = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push(new URLSearchParams(body));
        const { status = 200, body: sent, afterMs } = answer();
        // An answer that is never sent is what the time limit is for.
        if (afterMs === undefined) response.writeHead(status, { 'content-type': 'application/json' }).end(sent);
      });
    });
    google.listen(0, '127.0.0.1');
    await once(google, 'listening');
    verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
  });
  afterEach(() => asked.splice(0));
  afterAll(async () => {
    google.closeAllConnections();
    google.close();
    await once(google, 'close');
  });

  const recaptcha = (timeoutMs = 5_000) =>
    createRecaptcha({
      clock: createSettableClock(new Date()),
      log: createLog('silent'),
      secret: 'the secret of the site',
      hostname: 'vote.example.com',
      verifyUrl,
      timeoutMs,
    });

  it('is asked with the secret, the token and the address', async () => {
    answer = verdict({});
    expect(await recaptcha().verify('a token', context)).toMatchObject({ identity: 'recaptcha a token' });
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'the secret of the site', response: 'a token', remoteip: '192.0.2.7' },
    ]);
  });

  it('of version 2, which tells neither action nor score, is enough', async () => {
    answer = () => ({ body: JSON.stringify({ success: true, hostname: 'vote.example.com' }) });
    expect(await recaptcha().verify('a token', context)).toBeDefined();
  });

  it.each([
    ['a token that Google refuses', verdict({ success: false, 'error-codes': ['timeout-or-duplicate'] })],
    ['a token solved on another site', verdict({ hostname: 'evil.example.com' })],
    ['a token without a site', verdict({ hostname: undefined })],
    ['a token for another action', verdict({ action: 'login' })],
    ['a low score', verdict({ score: 0.4 })],
    ['an answer that is no JSON', () => ({ body: '<html>' })],
    ['an answer of another shape', () => ({ body: '{"success":"yes"}' })],
    ['a failure at Google', () => ({ status: 500, body: '{"success":true,"hostname":"vote.example.com"}' })],
  ])('does not let %s through', async (_what, given) => {
    answer = given;
    expect(await recaptcha().verify('a token', context)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('refuses when no answer arrives in time', async () => {
    answer = () => ({ body: '', afterMs: Number.POSITIVE_INFINITY });
    expect(await recaptcha(50).verify('a token', context)).toBeUndefined();
  });

  it('lets one mail through for each token, however often and at once it is sent', async () => {
    answer = () => ({ body: JSON.stringify({ success: true, hostname: 'localhost', score: 0.9 }) });
    await using world = await createWorld({
      environment: {
        RATE_LIMIT_FACTOR: '1000',
        RECAPTCHA_SITE_KEY: 'site-key-of-twenty-characters',
        RECAPTCHA_SECRET: 'secret-of-more-than-twenty-letters',
        RECAPTCHA_VERIFY_URL: verifyUrl,
      },
    });
    const send = (googleRecaptchaToken: string) =>
      world.call('GET /wallet/api/v1/user/sendEmail', {
        query: { email: newEmail(), googleRecaptchaToken },
        headers: { 'x-deviceid': randomUUID() },
      });
    const replies = await Promise.all(Array.from({ length: 40 }, () => send('one token')));
    const refusals = replies.flatMap(({ refusal }) => refusal ?? []);
    expect(refusals).toEqual(Array.from({ length: 39 }, () => 'HUMAN_CHECK_FAILED'));
    expect((await send('one token')).refusal).toBe('HUMAN_CHECK_FAILED');
    expect(await world.db.selectFrom('mailed_code').select('email').execute()).toHaveLength(1);
    expect((await send('another token')).refusal).toBeUndefined();
  });

  it.each([
    [1, 'register'],
    [2, 'forgotPassword'],
    [3, 'changeEmail'],
    [4, 'changePassword'],
    [5, 'deleteAccount'],
  ])(
    'for a code of type %i must be passed for that type, with any action that the caller names',
    async (type, action) => {
      await using world = await createWorld({
        environment: {
          RATE_LIMIT_FACTOR: '1000',
          RECAPTCHA_SITE_KEY: 'site-key-of-twenty-characters',
          RECAPTCHA_SECRET: 'secret-of-more-than-twenty-letters',
          RECAPTCHA_VERIFY_URL: verifyUrl,
        },
      });
      const email = newEmail();
      const fan = await world.given.fan();
      // A code that confirms something goes to the fan's own address, and one that changes it to another.
      const own = type > 3 ? email : newEmail();
      await world.ownerPool.query(`UPDATE fan SET email = $1, password_hash = 'x', simulated = false WHERE id = $2`, [
        own,
        fan.id,
      ]);
      const send = (googleActionType?: string) =>
        world.call('GET /wallet/api/v1/user/sendEmail', {
          fan,
          query: { email, type, googleRecaptchaToken: randomUUID(), ...(googleActionType && { googleActionType }) },
        });
      answer = verdict({ hostname: 'localhost', action: 'login' });
      for (const named of ['login', action, undefined]) {
        expect((await changesNothing(world, () => send(named))).refusal).toBe('HUMAN_CHECK_FAILED');
      }
      answer = verdict({ hostname: 'localhost', action });
      expect((await send('login')).refusal).toBeUndefined();
    },
  );

  it('sets no challenge of ours, so that there is none to fetch', async () => {
    await using world = await createWorld({
      environment: {
        RECAPTCHA_SITE_KEY: 'site-key-of-twenty-characters',
        RECAPTCHA_SECRET: 'secret-of-more-than-twenty-letters',
      },
    });
    expect((await world.call(humanCheckChallenge)).status).toBe(404);
  });
});
