import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openPostOffice } from '../world/mail-server.ts';
import {
  askForCode,
  goodPassword,
  humanToken,
  mailsTo,
  newEmail,
  receivedCode,
  runJobs,
  sealed,
  registerFan,
} from '../world/sign-up.ts';
import { messageFor, newWallet, walletLogin } from '../world/wallet.ts';
import { createWorld } from '../world/world.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';

/** Makes unique texts for every text field and header, so that each is recognisable in a log. */
const mark = (n: number) => `marked-${n}-secret`;

it('no secret and no address of a fan is ever written to the log, on success and on failure', async () => {
  const lines: string[] = [];
  await using world = await createWorld({
    environment: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'trace' },
    settings: { logLevel: 'trace' },
    onLogLine: (line) => lines.push(line),
  });
  const secrets: string[] = [goodPassword];

  // A whole walk: sign up, resume, go wrong, sign in, sign out.
  const fan = await registerFan(world);
  secrets.push(fan.email, fan.token, fan.passportToken);
  const resumed = await world.call('POST /wallet/api/v1/user/session', {
    body: {},
    headers: { cookie: `passport=${fan.passportToken}` },
  });
  secrets.push(resumed.data.token);
  const wrong = await sealed(world, 'a password that was mistyped');
  secrets.push('a password that was mistyped', wrong.ciphertext);
  await world.call('POST /wallet/api/v1/user/login', { body: { email: fan.email, password: wrong } });
  const right = await sealed(world, goodPassword);
  const signedIn = await world.call('POST /wallet/api/v1/user/login', { body: { email: fan.email, password: right } });
  secrets.push(right.ciphertext, signedIn.data.token, signedIn.data.passportToken);
  const stranger = newEmail();
  const code = await receivedCode(world, stranger);
  const human = await humanToken(world);
  secrets.push(stranger, human);
  await sendCall(world, 'GET /wallet/api/v1/user/sendEmail', {
    query: { email: stranger, googleRecaptchaToken: human },
    headers: { 'x-deviceid': randomUUID() },
  });
  await world.call('POST /wallet/api/v1/user/logout', { body: {}, headers: { token: signedIn.data.token } });

  // A forgotten password, and a wallet.
  world.clock.advance(60_000);
  await sendCall(world, 'GET /wallet/api/v1/user/sendEmail', {
    query: { email: fan.email, type: 2, googleRecaptchaToken: await humanToken(world) },
  });
  const [mail] = await mailsTo(world, fan.email);
  const resetCode = /\b\d{6}\b/.exec(mail?.text_body ?? '')?.[0] ?? '';
  const newPassword = await sealed(world, 'encore-after-encore 7');
  const reset = await sendCall(world, 'POST /wallet/api/v1/user/forgotPassword', {
    body: { email: fan.email, code: resetCode, password: newPassword },
  });
  expect(reset.status).toBe(200);
  secrets.push('encore-after-encore 7', newPassword.ciphertext);
  const wallet = newWallet();
  const message = await messageFor(world, wallet.address);
  const signature = await wallet.sign(message);
  await world.call(walletLogin, { body: { message, signature } });
  await world.call(walletLogin, { body: { message, signature } });
  secrets.push(signature, wallet.address, wallet.address.toLowerCase(), /Nonce: (\w+)/.exec(message)?.[1] ?? '');

  const operator = await world.given.operator();
  await world.call('GET /operator/api/v1/acts/list', { operator });
  secrets.push(operator.token);

  // Every call with what it does not take, so that its complaints are seen as well.
  const other = await registerFan(world);
  secrets.push(other.email, other.token, other.passportToken);
  let count = 0;
  for (const route of routes.filter((one) => !endpointOf(one).streams)) {
    count += 1;
    const { query = {}, body = {} } = exampleCall(route);
    const spoilt = (fields: object) =>
      Object.fromEntries(
        Object.keys({ ...fields, email: '', code: '', password: '' }).map((name) => [name, mark(count)]),
      );
    const headers = { token: other.token, cookie: `passport=${mark(count)}` };
    await sendCall(world, route, { query: spoilt(query), body: spoilt(body), headers });
    const unknown = { token: mark(count), authorization: `Bearer ${mark(count)}` };
    await sendCall(world, route, { query, body, headers: unknown });
  }
  secrets.push(...Array.from({ length: count }, (_, n) => mark(n + 1)));

  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThan(count);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  // Six digits may stand in a request's id by chance, so codes are looked for as words.
  for (const digits of [code, resetCode]) expect(log).not.toMatch(new RegExp(`(?<![\\w.:-])${digits}(?![\\w.:-])`));
});

it('a mail server that quotes the mailbox in its reply brings the address into neither log nor queue', async () => {
  const lines: string[] = [];
  await using office = await openPostOffice();
  await using world = await createWorld({
    environment: { SMTP_URL: office.smtpUrl, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'trace' },
    settings: { logLevel: 'trace' },
    onLogLine: (line) => lines.push(line),
  });
  const errors: string[] = [];
  const addresses: string[] = [];
  for (const stage of ['recipient', 'message'] as const) {
    for (const code of [450, 550]) {
      const email = newEmail();
      addresses.push(email);
      office.refuseNext(stage, code, `<${email}>: mailbox of ${email} does not want this`);
      await askForCode(world, email);
      await runJobs(world);
      const { rows } = await world.ownerPool.query<{ last_error: string | null }>(
        'DELETE FROM graphile_worker._private_jobs RETURNING last_error',
      );
      errors.push(...rows.map((row) => row.last_error ?? ''));
    }
  }
  expect(errors).toHaveLength(2);
  const written = [...lines, ...errors].join('\n');
  for (const code of [450, 550]) expect(written).toContain(`which the server answered with ${code}`);
  for (const email of addresses) expect(written).not.toContain(email);
});
