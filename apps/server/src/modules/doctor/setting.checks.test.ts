import { expect, it } from 'vitest';
import { createLog } from '#/log.ts';
import { parseSettings, type SettingsError } from '#/config/settings.ts';
import { examine, type Ground, type SettingsFile } from './check.ts';
import { settingChecks, settingMeantBy } from './setting.checks.ts';

const random = 'kP3v/9sQeW1xZ7uT5rYb2nM8aLdF0gHj4cVoI6tUqXw=';
const production = {
  NODE_ENV: 'production',
  SERVER_SECRET: random,
  PUBLIC_URL: 'https://vote.example.com',
  SMTP_URL: 'smtps://user:n7Gv2kQ9@mail.example.com',
};

function readProblems(environment: Ground['environment']): Pick<Ground, 'settings' | 'problems'> {
  try {
    return { settings: parseSettings(environment, '/srv'), problems: [] };
  } catch (error) {
    return { settings: undefined, problems: (error as SettingsError).problems };
  }
}

/** What the three checks find: of names, values and secrets. */
async function findings(environment: Ground['environment'], settingsFile?: SettingsFile) {
  const [names, values, secrets] = await examine(settingChecks, {
    environment,
    settingsFile,
    ...readProblems(environment),
    database: () => Promise.reject(new Error('No check of settings asks a database')),
    log: createLog('silent'),
    now: () => new Date(),
    checksLedger: false,
    mailTo: undefined,
  });
  return { names, values, secrets };
}

it('Settings of production that are known, valid and random are in order.', async () => {
  const file = { path: '/etc/lightstick.env', names: ['SERVER_SECRET', 'NODE_OPTIONS', 'VITE_X'], isOpenToAll: false };
  const { names, values, secrets } = await findings({ ...production, PATH: '/usr/bin', HOSTNAME: 'web-1' }, file);
  expect([names?.state, values?.state, secrets?.state]).toEqual(['ok', 'ok', 'ok']);
});

it('A name with a typing error is wrong wherever it is, and any unknown one in the file.', async () => {
  const mistyped = await findings({ ...production, DATABASE_URI: 'postgres://db.example.com/x', EDITOR: 'vi' });
  expect(mistyped.names).toMatchObject({ state: 'wrong', found: 'Not known: DATABASE_URI (DATABASE_URL?).' });
  const file = { path: '.env', names: ['TICKET_PRICE', 'SERVER_SECERT'], isOpenToAll: false };
  const { names } = await findings(production, file);
  expect(names).toMatchObject({ state: 'wrong', found: 'Not known: SERVER_SECERT (SERVER_SECRET?), TICKET_PRICE.' });
});

it.each([
  ['SMTP_URI', 'SMTP_URL'],
  ['LIGHTSTICK_SERVER_SECRET', 'SERVER_SECRET'],
  ['METRICS_TOKENS', 'METRICS_TOKEN'],
  ['PORTS', undefined],
  ['LS_COLORS', undefined],
])('%s is meant to be %s.', (name, meant) => {
  expect(settingMeantBy(name)).toBe(meant);
});

it('Contradictory values are wrong, in the words of the settings, and other checks cannot look.', async () => {
  const { values, secrets } = await findings({ ...production, SERVER_SECRET: '', PORT: 'high' });
  expect(values).toMatchObject({ state: 'wrong', found: expect.stringContaining('PORT is "high"') });
  expect(values?.found).toContain('SERVER_SECRET is missing');
  expect(secrets).toMatchObject({ state: 'unknown', found: 'The settings have problems.' });
});

it.each([
  ['SERVER_SECRET is not random', { SERVER_SECRET: 'a'.repeat(40) }],
  ['SERVER_SECRET is not random', { SERVER_SECRET: 'lightstick-01'.repeat(3) }],
  ['SERVER_SECRET and METRICS_TOKEN are the same', { METRICS_TOKEN: random }],
  ['the password in SMTP_URL is one', { SMTP_URL: 'smtp://fan:password@mail.example.com' }],
])('A weak secret is wrong, and is not shown: %s.', async (fault, environment) => {
  const { secrets } = await findings({ ...production, ...environment });
  expect(secrets).toMatchObject({ state: 'wrong', found: expect.stringContaining(fault) });
  for (const value of Object.values(environment)) expect(JSON.stringify(secrets)).not.toContain(value);
});

it('A file of secrets that everyone can read is wrong, and development has none to check.', async () => {
  const { secrets } = await findings(production, { path: '/srv/.env', names: [], isOpenToAll: true });
  expect(secrets).toMatchObject({ state: 'wrong', advice: 'Run: chmod 600 /srv/.env' });
  expect((await findings({})).secrets?.state).toBe('off');
});
