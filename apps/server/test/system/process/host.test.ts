import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { listLanHosts } from '#/config/lan-hosts.ts';
import { systemClock } from '#/lib/clock.ts';
import { createDatabase } from '../../world/database.ts';
import { givenFan } from '../../world/given-fan.ts';
import { reservePort } from '../../../../../e2e/reserve-port.ts';
import { killPrograms, startProgram } from './start-program.ts';

afterEach(killPrograms);

/** The cells of a QR code as two rows of a line. */
const codeCells = /[▀▄█]{10,}/;

const production = {
  NODE_ENV: 'production',
  SERVER_SECRET: randomBytes(32).toString('base64'),
  PUBLIC_URL: 'https://vote.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
};

const reaches = (address: string) =>
  fetch(`${address}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const [lanHost = ''] = listLanHosts();

describe.runIf(lanHost || process.env['CI'])('with --host', { timeout: 180_000 }, () => {
  it.each([
    ['the program listens', []],
    ['every worker listens', ['--workers', '2']],
  ])('%s on the network, and the program prints its address there with a QR code', async (_, options) => {
    await using database = await createDatabase();
    const port = await reservePort();
    const lanAddress = `http://${lanHost}:${port}`;
    const environment = { DATABASE_URL: database.url, PORT: String(port) };
    const program = startProgram(environment, ['--host', ...options]);
    await program.address();
    await expect.poll(program.output).toContain(`On your phone, in the same network: ${lanAddress}`);
    await expect.poll(program.output).toMatch(codeCells);
    expect(program.output()).toContain(
      'Everybody in this network can open the server, and can read every mail at /dev/inbox: ' +
        'all codes of all accounts.',
    );

    expect(await reaches(lanAddress)).toBe(true);
    const page = await fetch(lanAddress);
    expect(page.headers.get('strict-transport-security')).toBeNull();
    expect(await page.text()).not.toContain('upgrade-insecure-requests');
    const config = (await (await fetch(`${lanAddress}/config`)).json()) as { data: { publicUrl: string } };
    expect(config.data.publicUrl).toBe(lanAddress);

    const fan = await givenFan({ db: database.db, clock: systemClock });
    const link = await fetch(`${lanAddress}/task/api/v1/twitter/requestTokenLink`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: fan.token },
      body: JSON.stringify({ accountId: fan.accountId }),
    });
    const { data } = (await link.json()) as { data: { url: string } };
    const consent = new URL(data.url);
    expect(consent.origin).toBe(lanAddress);
    expect(consent.searchParams.get('redirect_uri')).toBe(`${lanAddress}/social-callback`);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  it.each([
    ['mails that are sent', { SMTP_URL: 'smtp://127.0.0.1:9' }],
    ['production', production],
  ])('the program warns of no inbox with %s', async (_, environment) => {
    await using database = await createDatabase();
    const program = startProgram({ DATABASE_URL: database.url, ...environment }, ['--host']);
    await expect.poll(program.output, { timeout: 120_000 }).toMatch(codeCells);
    expect(program.output()).not.toContain('/dev/inbox');
  });
});

it('without --host the program listens on this machine alone', { timeout: 180_000 }, async () => {
  await using database = await createDatabase();
  const program = startProgram({ DATABASE_URL: database.url });
  const address = await program.address();
  expect(await reaches(address)).toBe(true);
  for (const host of listLanHosts()) expect(await reaches(address.replace('localhost', host))).toBe(false);
  expect(program.output()).not.toMatch(codeCells);
});
