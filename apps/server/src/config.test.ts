import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseSettings, SettingsError } from './config.ts';
import { variables } from './config-variables.ts';

const root = '/srv/lightstick';
const secret = 'a secret that nobody else knows, 44 letters.';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseSettings(environment, root);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('need nothing to be set', () => {
    expect(parseSettings({}, root)).toMatchObject({
      production: false,
      devPages: true,
      host: '127.0.0.1',
      port: 3000,
      dataDir: `${root}/data`,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      trustProxy: false,
    });
  });

  it('count an empty value as not given', () => {
    expect(parseSettings({ PORT: '', PUBLIC_URL: '  ' }, root)).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
    });
  });

  it('tell all that is wrong at once: the variable, what was given and what would be right', () => {
    expect(problemsOf({ PORT: '70000', LOG_LEVEL: 'loud', PUBLIC_URL: 'vote.example.com' })).toEqual([
      'PORT is "70000", but should be a port number from 0 to 65535.',
      'PUBLIC_URL is "vote.example.com", but should be an address like https://vote.example.com.',
      'LOG_LEVEL is "loud", but should be trace, debug, info, warn, error, fatal or silent.',
    ]);
  });

  it('never show the value of a secret', () => {
    const environment = { SERVER_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db', METRICS_TOKEN: 'hunter2' };
    const problems = problemsOf(environment);
    expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual([
      'DATABASE_URL',
      'SERVER_SECRET',
      'METRICS_TOKEN',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('in production refuse development secrets and need what has no safe default', () => {
    expect(problemsOf({ NODE_ENV: 'production' }).map((problem) => problem.split(' ', 1)[0])).toEqual([
      'SERVER_SECRET',
      'PUBLIC_URL',
      'SMTP_URL',
    ]);
    const developmentSecret = parseSettings({}, root).serverSecret;
    expect(
      problemsOf({
        NODE_ENV: 'production',
        SERVER_SECRET: developmentSecret,
        PUBLIC_URL: 'https://vote.example.com',
        SMTP_URL: 'smtp://mail.example.com',
      }),
    ).toEqual([expect.stringContaining('SERVER_SECRET is the development secret')]);
  });

  it('in production turn off the development pages, and write a line for each request', () => {
    expect(
      parseSettings(
        {
          NODE_ENV: 'production',
          SERVER_SECRET: secret,
          PUBLIC_URL: 'https://vote.example.com/',
          SMTP_URL: 'smtp://mail.example.com',
        },
        root,
      ),
    ).toMatchObject({
      production: true,
      devPages: false,
      checkHotAnswers: false,
      logLevel: 'info',
      publicUrl: 'https://vote.example.com',
      secureOrigin: true,
    });
  });

  it('that belong together are needed together', () => {
    expect(problemsOf({ RECAPTCHA_SITE_KEY: 'x'.repeat(40) })).toEqual([
      'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: set both or neither.',
    ]);
    expect(problemsOf({ DATABASE_APP_URL: 'postgres://app@db/lightstick' })).toEqual([
      expect.stringContaining('DATABASE_APP_URL is set without DATABASE_URL'),
    ]);
  });

  it('take trusted proxies as a switch, a number or addresses', () => {
    const trusted = (TRUST_PROXY: string) => parseSettings({ TRUST_PROXY }, root).trustProxy;
    expect(trusted('true')).toBe(true);
    expect(trusted('2')).toBe(2);
    expect(trusted('10.0.0.0/8, 127.0.0.1')).toBe('10.0.0.0/8, 127.0.0.1');
  });
});

describe('.env.example', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

  it('has every setting, and no other', () => {
    const named = [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(variables)));
    expect(named).toHaveLength(new Set(named).size);
  });

  it('can be used as it is', () => {
    expect(problemsOf(parseEnv(text) as Record<string, string>)).toEqual([]);
  });

  it('shows the defaults', () => {
    expect(parseSettings(parseEnv(text) as Record<string, string>, root)).toEqual(parseSettings({}, root));
  });
});
