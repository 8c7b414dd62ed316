import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseSettings, type Settings, SettingsError } from './settings.ts';
import { secretLength } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Reading = {
  readonly settings: Settings;
  /** What the log should say about the server's secret; undefined when there is nothing to say. */
  readonly aboutSecret: string | undefined;
};

type Ways = {
  /** Whether a data folder has an embedded database. */
  readonly hasCluster: (dataDir: string) => Promise<boolean>;
  /** A start of the server may keep a new secret; a command may not. */
  readonly keepsSecret: boolean;
  /** Whether the secret may be missing, because what runs brings it. */
  readonly bringsSecret?: boolean;
  readonly lanHosts?: readonly string[];
};

/**
 * Parses the settings with the server's secret: SERVER_SECRET, else the file `server-secret` in the data folder, which the first
 * start on an embedded database writes. Later a missing secret is an error in production, because another one would end all
 * sessions and open no sealed key; a development server then uses its fixed secret.
 * @throws SettingsError when a setting is wrong, the file has no secret, or a restore has left the data folder away
 */
export async function readSettings(environment: Environment, root: string, ways: Ways): Promise<Reading> {
  const given = environment['SERVER_SECRET']?.trim();
  const dataDir = resolve(root, environment['DATA_DIR']?.trim() || './data');
  if (ways.keepsSecret) refuseInterrupted(dataDir);
  const file = secretFileOf(dataDir);
  const parse = (secret: string | undefined) =>
    parseSettings({ ...environment, SERVER_SECRET: secret }, root, ways.lanHosts);

  const kept = readSecret(file);
  if (given) {
    const differs = kept !== undefined && kept !== given;
    return { settings: parse(given), aboutSecret: differs ? conflictWith(file) : undefined };
  }
  const isFirstStart = !environment['DATABASE_URL']?.trim() && !(await ways.hasCluster(dataDir));
  if (kept !== undefined || !(isFirstStart || ways.bringsSecret))
    return { settings: parse(kept), aboutSecret: undefined };

  const secret = randomBytes(32).toString('base64');
  const settings = parse(secret);
  if (!ways.keepsSecret) return { settings, aboutSecret: undefined };
  // A start at the same time may have been faster; its secret is then the one of both.
  if (!keepSecret(dataDir, file, secret)) return { settings: parse(readSecret(file)), aboutSecret: undefined };
  return { settings, aboutSecret: `${file} has the new secret of this server: keep a copy of it with the backups` };
}

/** Returns the file in which a data folder keeps the secret of its server. */
export function secretFileOf(dataDir: string): string {
  return join(dataDir, 'server-secret');
}

/** The part of a name by which a restore keeps the data folder that it has replaced, before the time. */
export const formerMark = '.before-restore-';

/** A restore that is killed between its two renames leaves no data folder, where a start would begin an empty platform. */
function refuseInterrupted(dataDir: string): void {
  if (existsSync(dataDir)) return;
  const folder = dirname(dataDir);
  const former = namesIn(folder).findLast((name) => name.startsWith(`${basename(dataDir)}${formerMark}`));
  if (former === undefined) return;
  throw new SettingsError([
    `${dataDir} is missing, and a restore that was interrupted has left ${join(folder, former)}: rename that to ` +
      `${dataDir}, and restore again. To begin an empty platform instead, move it elsewhere.`,
  ]);
}

/** Where a folder cannot be read, nothing in it was renamed. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function conflictWith(file: string): string {
  return (
    `SERVER_SECRET differs from the secret in ${file} and is the one that counts: sessions and sealed keys of the ` +
    'other cannot be read; remove the file, or leave SERVER_SECRET out'
  );
}

/** @returns undefined when the file does not exist */
function readSecret(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SettingsError([`${file} cannot be read (${(error as Error).message}): set SERVER_SECRET instead.`]);
  }
  if (text.length >= secretLength) return text;
  throw new SettingsError([
    `${file} has fewer than ${secretLength} characters: bring the secret back, or set SERVER_SECRET.`,
  ]);
}

/**
 * Writes the secret for the server's account alone. It is whole and on the disk before the file has its name.
 * @returns false when the file exists already
 */
function keepSecret(dataDir: string, file: string, secret: string): boolean {
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Not every file system of a home server has hard links.
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return true;
}
