import { readFile } from 'node:fs/promises';
import { createPools } from '#/db/connect.ts';
import { compareSchema } from '#/db/compare-schema.ts';
import { connectionsFor, refuseWrongRole } from '#/db/open-database.ts';
import { CannotKnow, type Check, checkBySettings, checkInDatabase, counted, listed, reasonOf } from './check.ts';
import { countWorkerPools, readOwnerLogin, readServerSettings, readVersion } from './doctor.view.ts';

/** What a failed connection means, by the system's code or the SQLSTATE. */
const failures: Readonly<Record<string, 'login' | 'missing' | 'full'>> = {
  '28P01': 'login',
  '28000': 'login',
  '42501': 'login',
  '3D000': 'missing',
  '53300': 'full',
};

const reach = checkBySettings(
  {
    id: 'database-reached',
    group: 'database',
    what: 'Connection',
    why: 'Everything but pages and pictures needs the database.',
    outcomes: {
      reached: { state: 'ok', found: 'The database answers.' },
      away: {
        state: 'wrong',
        found: 'It does not answer: {reason}.',
        advice: 'Start PostgreSQL, and compare host and port in DATABASE_URL; a firewall may stand between.',
      },
      asleep: {
        state: 'unknown',
        found: '{reason}',
        advice: 'Start the server, which runs the embedded database; or set DATABASE_URL.',
      },
      login: {
        state: 'wrong',
        found: 'It refuses the login: {reason}.',
        advice: 'Correct user and password in DATABASE_URL, or the line of pg_hba.conf for this machine.',
      },
      missing: {
        state: 'wrong',
        found: 'The database does not exist: {reason}.',
        advice: 'Create it with the login of DATABASE_URL as its owner: CREATE DATABASE name OWNER login.',
      },
      full: {
        state: 'wrong',
        found: 'It has no connection left: {reason}.',
        advice: 'Raise max_connections, or lower DATABASE_CONNECTIONS.',
      },
    },
  },
  async ({ database }) => {
    try {
      await database();
      return { outcome: 'reached' };
    } catch (error) {
      if (error instanceof CannotKnow) return { outcome: 'asleep', reason: error.message };
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return { outcome: failures[code] ?? 'away', reason: reasonOf(error) };
    }
  },
);

const oldestVersion = 15;

const version = checkInDatabase(
  {
    id: 'database-version',
    group: 'database',
    what: 'PostgreSQL',
    why: 'The schema is written for PostgreSQL 15 and later.',
    outcomes: {
      fits: { state: 'ok', found: 'It is PostgreSQL {version}.' },
      old: {
        state: 'wrong',
        found: 'It is PostgreSQL {version}.',
        advice: `Move the database to PostgreSQL ${oldestVersion} or later.`,
      },
    },
  },
  async ({ pool }) => {
    const { name, number } = await readVersion(pool);
    return { outcome: number >= oldestVersion * 10_000 ? 'fits' : 'old', version: name };
  },
);

/** Settings that an answered vote, or the privacy of a fan, rests on. */
const neededSettings = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'log_parameter_max_length',
  'log_parameter_max_length_on_error',
];

const shippedFile = new URL('../../../../../deploy/postgresql.conf', import.meta.url);

/** Reads the settings of deploy/postgresql.conf. */
async function readShipped(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(shippedFile, 'utf8');
  return new Map([...text.matchAll(/^(\w+) = (\S+)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** PostgreSQL names the method of compression where the file says that there is some. */
function isSameSetting(shipped: string, actual: string): boolean {
  return actual === shipped || (shipped === 'on' && /^(?:pglz|lz4|zstd)$/.test(actual));
}

const serverSettings = checkInDatabase(
  {
    id: 'database-settings',
    group: 'database',
    what: 'Settings of PostgreSQL',
    why: 'An answered vote is a promise that survives a power cut, and the log must hold no mail address.',
    outcomes: {
      same: { state: 'ok', found: 'They are those of deploy/postgresql.conf.' },
      tuned: { state: 'ok', found: 'Votes are safe. Different from deploy/postgresql.conf: {different}.' },
      unsafe: {
        state: 'wrong',
        found: 'Different from deploy/postgresql.conf: {unsafe}.',
        advice: 'Set what deploy/postgresql.conf says, and reload PostgreSQL.',
      },
    },
  },
  async ({ pool, settings }) => {
    const shipped = await readShipped();
    const actual = await readServerSettings(pool, [...shipped.keys()]);
    const different = [...shipped].flatMap(([name, value]) => {
      const here = actual.get(name);
      return here === undefined || isSameSetting(value, here) ? [] : [{ name, words: `${name} = ${here}` }];
    });
    // The embedded database writes its log into the server's at the level debug alone.
    const isPrivate = settings.databaseUrl === undefined;
    const unsafe = different.filter(
      ({ name }) => neededSettings.includes(name) && !(isPrivate && name.startsWith('log_')),
    );
    if (unsafe.length > 0) return { outcome: 'unsafe', unsafe: listed(unsafe.map(({ words }) => words)) };
    if (different.length === 0) return { outcome: 'same' };
    return { outcome: 'tuned', different: listed(different.map(({ words }) => words)) };
  },
);

/** Each server process has two pools of job workers: one for what fans wait for, one for the rest. */
const workerPoolsOfProcess = 2;

const connections = checkInDatabase(
  {
    id: 'database-connections',
    group: 'database',
    what: 'Connections',
    why: 'Without a free connection calls fail, under load first.',
    outcomes: {
      enough: { state: 'ok', found: '{allowed} are allowed; {processes} may want {wanted}.' },
      few: {
        state: 'wrong',
        found: '{allowed} are allowed, and {processes} may want {wanted}.',
        advice: 'Set max_connections = {wanted} and restart PostgreSQL, or lower DATABASE_CONNECTIONS.',
      },
    },
  },
  async ({ pool, settings }) => {
    const allowed = Number((await readServerSettings(pool, ['max_connections'])).get('max_connections'));
    const isSetUp = (await compareSchema(pool)) !== undefined;
    const running = isSetUp ? Math.ceil((await countWorkerPools(pool)) / workerPoolsOfProcess) : 0;
    const processes = Math.max(running, settings.workers);
    const wanted = connectionsFor(processes, settings);
    return {
      outcome: wanted > allowed ? 'few' : 'enough',
      allowed,
      processes: counted(processes, 'process', 'processes'),
      wanted,
    };
  },
);

const logins = checkInDatabase(
  {
    id: 'database-logins',
    group: 'database',
    what: 'Logins',
    why: 'The application must not be able to write the ledger, not even by mistake.',
    outcomes: {
      right: { state: 'ok', found: 'The application works as lightstick_app.' },
      first: { state: 'ok', found: 'The first start can create the role lightstick_app.' },
      role: {
        state: 'wrong',
        found: 'The login {name} may not create the role lightstick_app, or is not in it.',
        advice: 'Let a superuser run once: CREATE ROLE lightstick_app NOLOGIN; GRANT lightstick_app TO {name};',
      },
      owner: {
        state: 'wrong',
        found: 'The login {name} does not own the database {database}, whose schema it changes.',
        advice:
          'Let a superuser run: ALTER DATABASE {database} OWNER TO {name}; or put the owner into DATABASE_URL and ' +
          'this login into DATABASE_APP_URL.',
      },
      application: { state: 'wrong', found: '{reason}', advice: 'Run what it says, then start the server again.' },
    },
  },
  async ({ pool, settings }) => {
    const owner = await readOwnerLogin(pool);
    if (!owner) throw new CannotKnow('The login of DATABASE_URL is not among the roles.');
    const { name, database } = owner;
    if (!owner.ownsDatabase) return { outcome: 'owner', name, database };
    if (owner.hasRole ? !owner.isMember && !owner.mayCreateRole : !owner.mayCreateRole)
      return { outcome: 'role', name };
    if ((await compareSchema(pool)) === undefined) return { outcome: 'first' };
    const ownerUrl = String(pool.options.connectionString);
    const pools = createPools({ ownerUrl, appUrl: settings.databaseAppUrl, connections: 3 });
    try {
      await refuseWrongRole(pools.appPool);
      return { outcome: 'right' };
    } catch (error) {
      return { outcome: 'application', reason: reasonOf(error) };
    } finally {
      await pools.end();
    }
  },
);

const schema = checkInDatabase(
  {
    id: 'database-schema',
    group: 'database',
    what: 'Migrations',
    why: 'Servers of a release do not start over migrations that they do not know.',
    outcomes: {
      newest: { state: 'ok', found: 'The schema is that of this release.' },
      empty: { state: 'off', found: 'The database is empty: the first start of the server sets it up.' },
      pending: {
        state: 'wrong',
        found: 'Files of this release that are not applied: {names}.',
        advice: 'Start the servers of this release, after its notes and a backup; or run the release that was running.',
      },
      newer: {
        state: 'wrong',
        found: 'The database has migrations of a newer release: {names}.',
        advice: 'Run that release. No older one starts over them.',
      },
    },
  },
  async ({ pool }) => {
    const difference = await compareSchema(pool);
    if (!difference) return { outcome: 'empty' };
    const { newer, pending } = difference;
    if (newer.length > 0) return { outcome: 'newer', names: listed(newer, 3) };
    if (pending.length > 0) return { outcome: 'pending', names: listed(pending, 3) };
    return { outcome: 'newest' };
  },
);

export const databaseChecks: readonly Check[] = [reach, version, serverSettings, connections, logins, schema];
