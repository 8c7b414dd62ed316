import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Pool } from 'pg';
import { readSettings } from '#/config/read-settings.ts';
import { type Settings, SettingsError } from '#/config/settings.ts';
import { findEmbedded, hasCluster } from '#/db/embedded/index.ts';
import { openPool } from '#/db/pool.ts';
import { machineClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { CannotKnow, type Ground, type SettingsFile } from './check.ts';

type GroundOptions = Pick<Ground, 'environment' | 'checksLedger' | 'mailTo'> & {
  /** The project's folder. */
  readonly root: string;
  /** The file of settings, if there is one. */
  readonly settingsFile: string | undefined;
};

/** Opens what the checks look at. Nothing is started, created or changed; the database is connected on demand. */
export async function openGround(options: GroundOptions): Promise<Ground & AsyncDisposable> {
  const { environment, root, settingsFile, checksLedger, mailTo } = options;
  const { settings, problems } = await judgeSettings(environment, root);
  let pool: Promise<Pool> | undefined;
  return {
    environment,
    settingsFile: settingsFile === undefined ? undefined : await readSettingsFile(settingsFile),
    settings,
    problems,
    database() {
      if (!settings) return Promise.reject(new CannotKnow('The settings have problems.'));
      pool ??= connect(settings);
      return pool;
    },
    log: createLog('silent'),
    now: () => machineClock.now(),
    checksLedger,
    mailTo,
    async [Symbol.asyncDispose]() {
      const opened = await pool?.catch(() => undefined);
      await opened?.end();
    },
  };
}

async function judgeSettings(
  environment: Ground['environment'],
  root: string,
): Promise<Pick<Ground, 'settings' | 'problems'>> {
  try {
    const { settings } = await readSettings(environment, root, { hasCluster, keepsSecret: false });
    return { settings, problems: [] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { settings: undefined, problems: error.problems };
  }
}

/** The permission of everyone to read a file. */
const readableByAll = 0o004;

async function readSettingsFile(path: string): Promise<SettingsFile> {
  const names = Object.keys(parseEnv(await readFile(path, 'utf8')));
  const { mode } = await stat(path);
  return { path, names, isOpenToAll: (mode & readableByAll) !== 0 };
}

/** The server cuts a statement first, then the client gives up. */
const statementMs = 10_000;
const silenceMs = 12_000;

/** Connects for reads alone. @throws the failure, and CannotKnow for an embedded database that is not running */
async function connect({ databaseUrl, dataDir }: Settings): Promise<Pool> {
  const url = databaseUrl ?? (await findEmbedded(dataDir));
  if (url === undefined) {
    throw new CannotKnow(
      (await hasCluster(dataDir))
        ? `The embedded database in ${dataDir} is not running.`
        : `There is no database in ${dataDir} yet.`,
    );
  }
  const pool = openPool({
    connectionString: url,
    max: 4,
    application_name: 'lightstick doctor',
    options: '-c default_transaction_read_only=on',
    statement_timeout: statementMs,
    query_timeout: silenceMs,
  });
  pool.on('error', () => undefined);
  try {
    (await pool.connect()).release();
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}
