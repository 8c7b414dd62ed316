import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createWorld, type World } from '../../world/world.ts';

const listActs = 'GET /operator/api/v1/acts/list';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

function run(...words: string[]) {
  return runLightstick(['operator', ...words], { NODE_ENV: 'test', DATABASE_URL: world.databaseUrl });
}

it('adds an operator, whose token is printed once, lists them, and revokes them at once', async () => {
  const added = await run('add', 'mika', '--role', 'auditor');
  expect(added).toMatchObject({ code: 0, errors: expect.stringMatching(/^On PostgreSQL at [^:@]+.*:\n$/) });
  const token = /^[\w-]{43}$/m.exec(added.output)?.[0] ?? 'no token';
  const operator = { name: 'mika', token };
  expect((await world.call(listActs, { operator })).status).toBe(200);

  const again = await run('add', 'mika', '--role', 'editor');
  expect(again).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('There is an operator mika') });
  const listed = await run('list');
  expect(listed.output).toMatch(/^mika +auditor +added \d{4}-/);
  expect(listed.output).not.toContain(token);
  const json = await run('list', '--json');
  expect(JSON.parse(json.output)).toEqual([
    { name: 'mika', role: 'auditor', createdAt: expect.stringMatching(/^\d{4}-/), revokedAt: null, endingTokens: [] },
  ]);

  expect(await run('revoke', 'mika')).toMatchObject({ code: 0 });
  expect((await world.call(listActs, { operator })).refusal).toBe('OPERATOR_UNKNOWN');
  expect((await run('list')).output).toContain('revoked');
  expect(await run('revoke', 'mika')).toMatchObject({ code: 1 });
  expect(await run('add', 'mika', '--role', 'editor')).toMatchObject({ code: 1 });
}, 180_000);

it('adds tokens with scopes and an end, lists when they were used, and revokes them one by one', async () => {
  await run('add', 'yumi', '--role', 'moderator', '--expires', '2w');
  const added = await run('token', 'yumi', '--scope', 'acts', 'claims', '--name', 'bot', '--expires', '1d');
  expect(added).toMatchObject({ code: 0 });
  const operator = { name: 'yumi', token: /^[\w-]{43}$/m.exec(added.output)?.[0] ?? 'no token' };
  expect((await world.call(listActs, { operator })).status).toBe(200);
  expect((await run('tokens', 'yumi')).output).toMatch(
    /^bot +ends \S+, last used \S+, added \S+ by \S+: acts, claims$/m,
  );
  expect((await run('list')).output).toContain('The token bot of yumi ends ');
  expect(await run('token', 'yumi', '--scope', 'forms')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The role moderator has no forms.'),
  });
  expect(await run('revoke', 'yumi', 'bot')).toMatchObject({ code: 0 });
  expect((await world.call(listActs, { operator })).refusal).toBe('OPERATOR_UNKNOWN');
  expect((await run('tokens', 'yumi')).output).toMatch(/^bot +revoked /m);
  expect(await run('revoke', 'yumi', 'bot')).toMatchObject({ code: 1 });
}, 180_000);

it('adds webhooks, whose secret is printed once, lists and rotates them, sends a test, and removes them', async () => {
  const webhook = (...words: string[]) =>
    runLightstick(['webhook', ...words], { NODE_ENV: 'test', DATABASE_URL: world.databaseUrl });
  const added = await webhook('add', 'https://hooks.example.com/', '--events', 'alert', 'result.ready', '--json');
  expect(added.code).toBe(0);
  const { endpointId, secret } = JSON.parse(added.output) as Record<'endpointId' | 'secret', string>;
  expect(secret).toMatch(/^whsec_/);
  const listed = await webhook('list');
  expect(listed.output).toMatch(new RegExp(`^${endpointId} +https://hooks.example.com/ +on, 0 waiting: alert, result`));
  expect(listed.output).not.toContain(secret);
  expect((await webhook('rotate', endpointId)).output).toMatch(/^whsec_/m);
  expect(await webhook('test', endpointId)).toMatchObject({ code: 0 });
  expect((await webhook('deliveries', endpointId)).output).toMatch(/ test +waiting \(not tried yet\), next /);
  expect(await webhook('resend', '999')).toMatchObject({ code: 1, errors: expect.stringContaining('no finished') });
  expect(await webhook('add', 'http://10.0.0.7/', '--events', 'alert')).toMatchObject({ code: 1, output: '' });
  expect(await webhook('add', 'https://hooks.example.com/b', '--events', 'all')).toMatchObject({ code: 2 });
  expect(await webhook('remove', endpointId, '--why', 'the bot is gone')).toMatchObject({ code: 0 });
  const { rows } = await world.ownerPool.query(
    `SELECT action, operator_id, why FROM operator_act WHERE subject = $1 ORDER BY id DESC LIMIT 1`,
    [`webhook:${endpointId}`],
  );
  expect(rows).toEqual([{ action: 'webhooks/remove', operator_id: null, why: 'the bot is gone' }]);
}, 180_000);

it('explains its use when it is used wrongly, and changes nothing', async () => {
  const wrong = [
    ['add', 'Mika!', '--role', 'editor'],
    ['add', 'yuna', '--role', 'owner'],
    ['add', 'yuna', '--role', 'editor', '--expires', '400d'],
    ['token', 'yuna', '--scope', 'everything'],
    ['list', 'x'],
  ];
  for (const words of wrong) {
    expect(await run(...words)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('Usage:') });
  }
  const { rows } = await world.ownerPool.query(`SELECT FROM operator WHERE name = 'yuna'`);
  expect(rows).toEqual([]);
}, 180_000);
