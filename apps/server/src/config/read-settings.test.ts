import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.ts';
import { parseSettings, SettingsError } from './settings.ts';

const given = 'a secret that only tests know, 44 letters.';
const developmentSecret = parseSettings({}, '/').serverSecret;
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example.com', SMTP_URL: 'smtp://b.example.com' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lightstick-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Ways = { hasCluster?: boolean; keepsSecret?: boolean; bringsSecret?: boolean };

function read(environment: Record<string, string>, ways: Ways = {}) {
  const { hasCluster = false, keepsSecret = true, bringsSecret = false } = ways;
  const all = { DATA_DIR: 'data', ...environment };
  return readSettings(all, folder, { hasCluster: () => Promise.resolve(hasCluster), keepsSecret, bringsSecret });
}

async function problemsOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.catch((caught: unknown) => caught);
  return error instanceof SettingsError ? error.problems.join('\n') : '';
}

const file = () => join(folder, 'data', 'server-secret');

describe("the server's secret", () => {
  it('is made by the first start, which says so once, and is kept for the account of the server alone', async () => {
    for (const environment of [{}, production]) {
      const first = await read(environment);
      expect(first.aboutSecret).toContain(`${file()} has the new secret`);
      expect(first.settings.serverSecret).not.toBe(developmentSecret);
      expect(readFileSync(file(), 'utf8')).toBe(`${first.settings.serverSecret}\n`);
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(readdirSync(join(folder, 'data'))).toEqual(['server-secret']);

      const second = await read(environment, { hasCluster: true });
      expect(second).toMatchObject({
        settings: { serverSecret: first.settings.serverSecret },
        aboutSecret: undefined,
      });
      rmSync(file());
    }
  });

  it('is not made by a start where a restore was interrupted and has left no data folder', async () => {
    const former = join(folder, 'data.before-restore-20261209T190000Z');
    mkdirSync(former);
    expect(await problemsOf(read({}))).toContain(`has left ${former}: rename that to ${join(folder, 'data')}`);
    expect(readdirSync(folder)).toEqual(['data.before-restore-20261209T190000Z']);
    renameSync(former, join(folder, 'data'));
    expect((await read({})).aboutSecret).toContain('has the new secret');
  });

  it('is the same for two first starts at once', async () => {
    const starts = await Promise.all([read({}), read({})]);
    expect(new Set(starts.map(({ settings }) => settings.serverSecret)).size).toBe(1);
    expect(starts.filter(({ aboutSecret }) => aboutSecret !== undefined)).toHaveLength(1);
  });

  it('is SERVER_SECRET where that is set, with a warning when the file has another', async () => {
    expect(await read({ SERVER_SECRET: given })).toMatchObject({
      settings: { serverSecret: given },
      aboutSecret: undefined,
    });
    expect(readdirSync(folder)).toEqual([]);
    await read({});
    const { settings, aboutSecret } = await read({ SERVER_SECRET: given });
    expect(settings.serverSecret).toBe(given);
    expect(aboutSecret).toContain(`SERVER_SECRET differs from the secret in ${file()}`);
    expect(aboutSecret).not.toContain(given);
    writeFileSync(file(), `${given}\n`);
    expect((await read({ SERVER_SECRET: given })).aboutSecret).toBeUndefined();
  });

  it('is not made anew for an old database: production asks, development keeps its fixed one', async () => {
    const database = { DATABASE_URL: 'postgres://owner@db.example.com/lightstick' };
    for (const [environment, hasCluster] of [[{}, true] as const, [database, false] as const]) {
      expect((await read(environment, { hasCluster })).settings.serverSecret).toBe(developmentSecret);
      expect(await problemsOf(read({ ...production, ...environment }, { hasCluster }))).toContain(
        'SERVER_SECRET is missing',
      );
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be missing for a restore, which brings it', async () => {
    const database = { ...production, DATABASE_URL: 'postgres://owner@db.example.com/lightstick' };
    const { settings } = await read(database, { keepsSecret: false, bringsSecret: true });
    expect(settings.serverSecret).not.toBe(developmentSecret);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('moves with its file to a database of its own', async () => {
    const { settings } = await read(production);
    const moved = await read({ ...production, DATABASE_URL: 'postgres://owner@db.example.com/lightstick' });
    expect(moved.settings.serverSecret).toBe(settings.serverSecret);
  });

  it('is not kept while another setting is wrong, or by a command', async () => {
    expect(await problemsOf(read({ ...production, PUBLIC_URL: '' }))).toMatch(/^PUBLIC_URL is missing.*$/);
    await read(production, { keepsSecret: false });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused when its file is cut off, without showing it', async () => {
    await read({});
    writeFileSync(file(), 'hunter2');
    const problems = await problemsOf(read({}, { hasCluster: true }));
    expect(problems).toContain(`${file()} has fewer than 32 characters`);
    expect(problems).not.toContain('hunter2');
  });
});
