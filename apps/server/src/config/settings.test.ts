import { describe, expect, it } from 'vitest';
import { parseSettings, SettingsError } from './settings.ts';

const root = '/srv/lightstick';
const secret = 'a secret that only tests know, 44 letters.';

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

  it('name every fault at once: the variable, the given value and an allowed one', () => {
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

  it('refuses a stand-in for Google in production', () => {
    const given = { NODE_ENV: 'production', RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9000/siteverify' };
    expect(problemsOf(given)).toContain(
      'RECAPTCHA_VERIFY_URL is for tests, and production believes Google alone: leave it out.',
    );
  });

  it('refuses a push service of tests in production', () => {
    expect(problemsOf({ NODE_ENV: 'production', PUSH_TEST_RECEIVER: 'http://127.0.0.1:9000' })).toContain(
      'PUSH_TEST_RECEIVER is for tests, and production pushes to public services alone: leave it out.',
    );
  });

  it('refuses a time that is turned in production, and of several processes', () => {
    expect(problemsOf({ NODE_ENV: 'production', TIME_TURNED_BY: 'parent' })).toContain(
      'TIME_TURNED_BY is for tests, and production has the time of the machine: leave it out.',
    );
    expect(problemsOf({ WORKERS: '2', TIME_TURNED_BY: 'parent' })).toEqual([
      'TIME_TURNED_BY turns the time of one process: set WORKERS to 1.',
    ]);
  });

  it('take relays of drand by https, and in development those of this machine', () => {
    const own = ' https://drand.example.com/a-key/ ,http://127.0.0.1:8080,http://[::1]:8080,http://localhost/relay';
    const relays = [
      'https://drand.example.com/a-key',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'http://localhost/relay',
    ];
    expect(parseSettings({ DRAND_RELAYS: own }, root).draws.relays).toEqual(relays);
    for (const wrong of [
      'http://drand.example.com',
      'http://127.0.0.1.example.com',
      'https://me@drand.example.com',
      'x,y',
      ',',
    ]) {
      expect(problemsOf({ DRAND_RELAYS: wrong })).toEqual([
        expect.stringContaining('DRAND_RELAYS is set to something else'),
      ]);
    }
    expect(problemsOf({ NODE_ENV: 'production', DRAND_RELAYS: 'http://127.0.0.1:8080' })).toContain(
      'DRAND_RELAYS has a relay of this machine, which is for tests: production needs https.',
    );
    expect(parseSettings({}, root)).toMatchObject({ draws: { beacon: 'organiser' } });
    expect(parseSettings({ DRAW_BEACON: 'drand' }, root).draws.beacon).toBe('drand');
  });

  it('take the keys of a social provider whole or not at all', () => {
    expect(problemsOf({ X_CLIENT_ID: 'an-app', X_CLIENT_SECRET: 'x'.repeat(32) })).toEqual([
      'X_CLIENT_ID, X_CLIENT_SECRET and X_ACCOUNT belong together: set all or none.',
    ]);
    expect(problemsOf({ DISCORD_CLIENT_ID: '123456789012345678' })).toEqual([
      'DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET belong together: set both or neither.',
    ]);
    expect(problemsOf({ DISCORD_CLIENT_SECRET: 'hunter2', X_CLIENT_SECRET: 'hunter2' }).join()).not.toContain(
      'hunter2',
    );
    expect(
      parseSettings({ X_CLIENT_ID: 'an-app', X_CLIENT_SECRET: 'x'.repeat(32), X_ACCOUNT: 'night_sky' }, root).xApp,
    ).toEqual({ clientId: 'an-app', clientSecret: 'x'.repeat(32), account: 'night_sky' });
    expect(parseSettings({}, root)).toMatchObject({ xApp: undefined, discordApp: undefined });
  });

  const bucket = {
    VIDEO_STORAGE: 's3',
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'fan-videos',
    S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'hunter2-hunter2',
  };

  it('take a bucket whole or not at all', () => {
    expect(parseSettings(bucket, root).videoS3).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'fan-videos',
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: 'hunter2-hunter2',
      pathStyle: true,
    });
    expect(parseSettings({}, root).videoS3).toBeUndefined();
    expect(problemsOf({ VIDEO_STORAGE: 's3', S3_BUCKET: 'fan-videos' })).toEqual([
      'VIDEO_STORAGE is s3, which needs S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set them too.',
    ]);
    expect(problemsOf({ ...bucket, S3_BUCKET: '' })).toEqual([
      'VIDEO_STORAGE is s3, which needs S3_BUCKET: set it too.',
    ]);
    expect(problemsOf({ ...bucket, VIDEO_STORAGE: 'folder' })).toEqual([
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY would not be used, ' +
        'because VIDEO_STORAGE is folder: set VIDEO_STORAGE=s3 or leave them out.',
    ]);
    const wrong = problemsOf({ ...bucket, S3_BUCKET: 'Fan Videos', S3_SECRET_ACCESS_KEY: 'hunter2' });
    expect(wrong.map((problem) => problem.split(' ', 1)[0])).toEqual(['S3_BUCKET', 'S3_SECRET_ACCESS_KEY']);
    expect(wrong.join()).not.toContain('hunter2');
    expect(problemsOf({ ...bucket, S3_ENDPOINT: 'https://key:hunter2@s3.example.com' }).join()).toContain(
      'S3_ENDPOINT',
    );
  });

  it('in production need TLS to a bucket outside a private network', () => {
    const production = { NODE_ENV: 'production', SERVER_SECRET: secret, PUBLIC_URL: 'https://vote.example.com' };
    const at = (endpoint: string, more: Record<string, string> = production) =>
      problemsOf({ ...bucket, ...more, SMTP_URL: 'smtp://mail.example.com', S3_ENDPOINT: endpoint });
    for (const open of ['http://s3.example.com', 'http://192.0.2.7:9000', 'http://[2001:db8::7]']) {
      expect(at(open)).toEqual([
        'S3_ENDPOINT is not reached by TLS, which production needs outside a private network: use https.',
      ]);
    }
    for (const kept of [
      'http://127.0.0.1:9000',
      'http://10.1.2.3',
      'http://172.31.0.9',
      'http://[fd00::7]:9000',
      'http://minio:9000',
    ]) {
      expect(at(kept)).toEqual([]);
    }
    expect(at('https://s3.example.com')).toEqual([]);
    expect(at('http://s3.example.com', {})).toEqual([]);
  });

  it('that belong together are needed together', () => {
    expect(problemsOf({ RECAPTCHA_SITE_KEY: 'x'.repeat(40) })).toEqual([
      'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: set both or neither.',
    ]);
    expect(problemsOf({ DATABASE_APP_URL: 'postgres://app@db/lightstick' })).toEqual([
      expect.stringContaining('DATABASE_APP_URL is set without DATABASE_URL'),
    ]);
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://app@copy/lightstick' })).toEqual([
      expect.stringContaining('DATABASE_READ_URL is set without DATABASE_URL'),
    ]);
  });

  it('take trusted proxies as a switch, a number or addresses', () => {
    const parseTrust = (TRUST_PROXY: string) => parseSettings({ TRUST_PROXY }, root).trustProxy;
    expect(parseTrust('true')).toBe(true);
    expect(parseTrust('2')).toBe(2);
    for (const networks of ['10.0.0.0/8, 127.0.0.1', 'fd00::/8', '::1', 'loopback,192.0.2.7/32']) {
      expect(parseTrust(networks)).toBe(networks);
    }
    for (const wrong of [
      'yes',
      '100',
      '-1',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '10.0.0.0/8/8',
      '10.0.0',
      '127.0.0.1,',
      'nginx',
    ]) {
      expect(problemsOf({ TRUST_PROXY: wrong })).toEqual([
        expect.stringContaining(`TRUST_PROXY is "${wrong}", but should be the number of proxies in front`),
      ]);
    }
  });

  it('in production never believe the address that a fan wrote', () => {
    const production = { NODE_ENV: 'production', SERVER_SECRET: secret, PUBLIC_URL: 'https://vote.example.com' };
    const problemsOfTrust = (TRUST_PROXY: string) =>
      problemsOf({ ...production, SMTP_URL: 'smtp://mail.example.com', TRUST_PROXY });
    expect(problemsOfTrust('true')).toEqual([expect.stringContaining('TRUST_PROXY is true')]);
    expect(problemsOfTrust('1')).toEqual([]);
    expect(problemsOfTrust('10.0.0.0/8')).toEqual([]);
  });

  it('keep a development server away from a public address, because everybody reads its mails', () => {
    const refused = [expect.stringContaining('NODE_ENV is development')];
    expect(problemsOf({ PUBLIC_URL: 'https://vote.example.com' })).toEqual(refused);
    expect(problemsOf({ PUBLIC_URL: 'https://192.0.2.7', NODE_ENV: 'development' })).toEqual(refused);
    expect(problemsOf({ PUBLIC_URL: 'https://vote.example.com', DEV_PAGES_IN_PUBLIC: 'yes' })).toEqual([]);
    for (const own of ['https://localhost:8443', 'https://vote.localhost', 'https://127.0.0.1', 'https://[::1]:3000']) {
      expect(problemsOf({ PUBLIC_URL: own })).toEqual([]);
    }
  });
});
