import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { allChecks, examine, openGround } from '#/modules/doctor/index.ts';
import { consultDoctor } from '../world/consult-doctor.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../world/database.ts';
import { wholeDatabase } from '../world/whole-database.ts';
import { withDatabase, withUser } from '../world/with-database.ts';

const nowhere = 'postgresql://lightstick@127.0.0.1:1/lightstick';

describe('the database of an installation', () => {
  let database: TestDatabase;
  let environment: { DATABASE_URL: string };
  let name: string;
  beforeAll(async () => {
    database = await createDatabase();
    environment = { DATABASE_URL: database.url };
    const { rows } = await database.ownerPool.query<{ name: string }>('SELECT current_database() AS name');
    name = rows[0]?.name ?? '';
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /** Changes the database until the end of the test. */
  async function change(statement: string, undo: string): Promise<void> {
    await database.ownerPool.query(statement);
    onTestFinished(async () => void (await database.ownerPool.query(undo)));
  }

  it('is in order where it answers, is new and large enough, and has the schema of this release', async () => {
    const ids = ['reached', 'version', 'connections', 'logins', 'schema'].map((id) => `database-${id}`);
    const found = await Promise.all(ids.map((id) => consultDoctor(id, environment)));
    expect(found.map(({ state }) => state)).toEqual(ids.map(() => 'ok'));
    expect(found[1]?.found).toMatch(/^It is PostgreSQL \d+/);
  });

  it('is away, refuses the login, or does not exist: each reads what to do, and other checks cannot ask', async () => {
    const away = await consultDoctor('database-reached', { DATABASE_URL: nowhere });
    expect(away).toMatchObject({ state: 'wrong', found: expect.stringContaining('ECONNREFUSED') });
    const login = await consultDoctor('database-reached', { DATABASE_URL: withUser(database.url, 'nobody_here') });
    expect(login).toMatchObject({ state: 'wrong', found: expect.stringContaining('refuses the login') });
    const missing = await consultDoctor('database-reached', { DATABASE_URL: withDatabase(database.url, 'not_there') });
    expect(missing).toMatchObject({ state: 'wrong', advice: expect.stringContaining('CREATE DATABASE') });
    for (const id of ['database-version', 'growth', 'rounds-closing', 'backup']) {
      const other = await consultDoctor(id, { DATABASE_URL: nowhere });
      expect(other).toMatchObject({ state: 'unknown', found: 'The database cannot be asked.' });
    }
  });

  it('is wrong where it loses answered votes, or writes values into its log', async () => {
    await change(
      `ALTER DATABASE ${name} SET synchronous_commit = off`,
      `ALTER DATABASE ${name} RESET synchronous_commit`,
    );
    const settings = await consultDoctor('database-settings', environment);
    expect(settings).toMatchObject({ state: 'wrong', found: expect.stringContaining('synchronous_commit = off') });
    expect(settings.found).toContain('log_parameter_max_length = -1');
  });

  it('is wrong where its processes may want more connections than it allows', async () => {
    expect((await consultDoctor('database-connections', environment)).found).toContain('; 1 process may want ');
    const wanting = { ...environment, DATABASE_CONNECTIONS: '400', WORKERS: '2' };
    // docs/operating/postgresql.md, “Connections”: processes × (DATABASE_CONNECTIONS + 14) + supervisors × 14 + 40
    expect(await consultDoctor('database-connections', wanting)).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('2 processes may want 882'),
    });
    await change(
      "INSERT INTO job_worker SELECT 'pool-' || n, now() FROM generate_series(1, 19) AS n",
      'DELETE FROM job_worker',
    );
    const running = await consultDoctor('database-connections', environment);
    expect(running.found).toContain('10 processes may want 380');
  });

  it('is wrong where a newer release has been', async () => {
    await change(
      `INSERT INTO migration (name, checksum) VALUES ('9999-of-another-release.sql', 'its own')`,
      `DELETE FROM migration WHERE name = '9999-of-another-release.sql'`,
    );
    expect(await consultDoctor('database-schema', environment)).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('9999-of-another-release.sql'),
    });
  });

  it('is wrong where a file of this release is not applied', async () => {
    await change(
      `UPDATE repeatable_migration SET checksum = 'old ' || checksum WHERE name = 'ledger/vote_limits.sql'`,
      `UPDATE repeatable_migration SET checksum = substr(checksum, 5) WHERE name = 'ledger/vote_limits.sql'`,
    );
    expect(await consultDoctor('database-schema', environment)).toMatchObject({
      state: 'wrong',
      found: 'Files of this release that are not applied: ledger/vote_limits.sql.',
    });
  });

  it('is wrong where the application’s login is not in its role', async () => {
    await change('CREATE ROLE a_doctors_stranger LOGIN', 'DROP ROLE a_doctors_stranger');
    const logins = await consultDoctor('database-logins', {
      ...environment,
      DATABASE_APP_URL: withUser(database.url, 'a_doctors_stranger'),
    });
    expect(logins).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('run: GRANT lightstick_app TO "a_doctors_stranger"'),
    });
  });

  it('is not changed by any check', async () => {
    const before = await wholeDatabase(database.ownerPool);
    await using ground = await openGround({
      environment,
      root: '/srv',
      settingsFile: undefined,
      mailTo: undefined,
      checksLedger: false,
    });
    await examine(allChecks, ground);
    expect(await wholeDatabase(database.ownerPool)).toEqual(before);
  });

  it('is wrong where a rule of the ledger is broken, and its rules are read when it is asked for', async () => {
    expect((await consultDoctor('ledger-invariants', environment)).state).toBe('off');
    await change(
      'INSERT INTO ledger.account (fan, unit, balance, seq) VALUES (1, 1, 7, 0)',
      'DELETE FROM ledger.account WHERE fan = 1',
    );
    const broken = await consultDoctor('ledger-invariants', environment, { checksLedger: true });
    expect(broken).toMatchObject({ state: 'wrong', found: expect.stringContaining('Broken: ') });
  });
});

describe('a database without our schema', () => {
  it('is off, is not set up by the doctor, and its owner needs CREATEROLE or the role', async () => {
    await using fresh = await createEmptyDatabase();
    const environment = { DATABASE_URL: fresh.url };
    const found = await Promise.all(
      ['database-schema', 'growth', 'rounds-closing', 'content-pack'].map((id) => consultDoctor(id, environment)),
    );
    expect(found.map(({ state }) => state)).toEqual(['off', 'off', 'off', 'off']);
    const { rows } = await fresh.ownerPool.query<{ name: string; tables: number }>(
      `SELECT current_database() AS name, (SELECT count(*) FROM pg_tables WHERE schemaname = 'public') AS tables`,
    );
    expect(rows[0]?.tables).toBe(0);
    const name = rows[0]?.name ?? '';
    await fresh.ownerPool.query('CREATE ROLE a_doctors_owner LOGIN NOCREATEROLE');
    const asOther = { DATABASE_URL: withUser(fresh.url, 'a_doctors_owner') };
    try {
      const stranger = await consultDoctor('database-logins', asOther);
      expect(stranger).toMatchObject({
        state: 'wrong',
        advice: expect.stringContaining(`ALTER DATABASE ${name} OWNER`),
      });
      await fresh.ownerPool.query(`ALTER DATABASE ${name} OWNER TO a_doctors_owner`);
      await fresh.ownerPool.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
      const full = await consultDoctor('database-reached', asOther);
      expect(full).toMatchObject({ state: 'wrong', found: expect.stringContaining('no connection left') });
      await fresh.ownerPool.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
      const owner = await consultDoctor('database-logins', asOther);
      expect(owner).toMatchObject({
        state: 'wrong',
        advice: expect.stringContaining('GRANT lightstick_app TO a_doctors'),
      });
      await fresh.ownerPool.query('GRANT lightstick_app TO a_doctors_owner');
      expect((await consultDoctor('database-logins', asOther)).state).toBe('ok');
    } finally {
      await fresh.ownerPool.query(`ALTER DATABASE ${name} OWNER TO CURRENT_USER`);
      await fresh.ownerPool.query('DROP ROLE a_doctors_owner');
    }
  });

  it('of an old PostgreSQL is wrong', async () => {
    await using fresh = await createEmptyDatabase();
    const { rows } = await fresh.ownerPool.query<{ name: string }>('SELECT current_database() AS name');
    // A function of the same name comes first, and says what PostgreSQL 14 would.
    await fresh.ownerPool.query(`CREATE SCHEMA old;
      CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql IMMUTABLE
        RETURN CASE $1 WHEN 'server_version_num' THEN '140018' ELSE '14.18' END;
      ALTER DATABASE ${rows[0]?.name} SET search_path = old, pg_catalog, public`);
    expect(await consultDoctor('database-version', { DATABASE_URL: fresh.url })).toMatchObject({
      state: 'wrong',
      found: 'It is PostgreSQL 14.18.',
    });
  });
});
