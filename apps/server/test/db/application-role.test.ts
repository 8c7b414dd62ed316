import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseRefused } from '#/db/database-refused.ts';
import { openDatabase, refuseWrongRole } from '#/db/open-database.ts';
import { createPools } from '#/db/connect.ts';
import { parseSettings } from '#/config/settings.ts';
import { installQueue } from '#/jobs/queue.ts';
import { createLog } from '#/log.ts';
import { migrate } from '#/db/migrate.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../world/database.ts';
import { withUser } from '../world/with-database.ts';

describe('the role of the application', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('may not write the ledger', async () => {
    await expect(refuseWrongRole(database.appPool)).resolves.toBeUndefined();
    await expect(database.votePool.query('DELETE FROM ledger.account')).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['UPDATE ticket_conversion SET tickets = 1'],
    ['UPDATE exchange SET paid = 1'],
    ['UPDATE cheer SET tickets = 1'],
    ['UPDATE ticket_gift SET tickets = 1'],
    ['UPDATE test_coin_grant SET amount = 1'],
    ['UPDATE social_reward SET rewarded_at = now()'],
    ['UPDATE fan_video_reward SET points = 1'],
    ['DELETE FROM ticket_conversion'],
    ['DELETE FROM conversion_day'],
    ['DELETE FROM exchange'],
    ['DELETE FROM cheer'],
    ['DELETE FROM ticket_gift'],
    ...[
      'test_coin_grant',
      'social_reward',
      'fan_video_reward',
      'invite',
      'task_claim',
      'task_budget_shard',
      'riddle_unlock',
      'best7_tally',
      'song_nomination_shard',
      'song_vote_day',
      'ticket_gift_day',
      'offer_fan',
      'nft_edition_fan',
    ].map((table) => [`DELETE FROM ${table}`]),
    ['UPDATE offer SET price = 1'],
    ['UPDATE vote_pack SET price = 1'],
    ['UPDATE activity SET votes_per_ticket = 1000'],
    ['UPDATE candidate SET withdrawn = true'],
    ['DELETE FROM offer'],
    ['UPDATE task SET reward = 1000'],
    ['UPDATE task SET budget = 1000'],
    ['UPDATE claim_terms SET most_of_fan = 1000'],
    ['UPDATE gift_terms SET most_sent = 1000'],
    ['UPDATE invite_terms SET reward = 1000'],
    ['UPDATE riddle_round SET budget = 1000'],
    ["UPDATE riddle SET text = '{}'"],
    ["UPDATE riddle_solution SET accepted = '{}'"],
    ["UPDATE quiz SET edition = ''"],
    ['DELETE FROM quiz_edition'],
    ['INSERT INTO gift_terms DEFAULT VALUES'],
    ["INSERT INTO candidate (activity_id, idol_id) VALUES ('1004', '1')"],
  ])('may not change what was paid, nor what can be bought and won: %s', async (statement) => {
    await expect(database.appPool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('finds in functions the tables of their own schema, even with a session’s tables of the same names', async () => {
    const { rows } = await database.ownerPool.query(
      `SELECT p.oid::regprocedure::text AS name
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname IN ('public', 'ledger')
          -- What such a body names was found when it was made.
          AND p.prosqlbody IS NULL
          AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS setting WHERE setting ~ '^search_path=.*, pg_temp$')
          AND NOT EXISTS (SELECT FROM pg_depend d
                           WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
    );
    expect(rows).toEqual([]);
  });

  it('may not make tables of its own', async () => {
    // What may be done in a database as a whole is not cloned with it.
    await using fresh = await createEmptyDatabase();
    await migrate(fresh.ownerPool);
    const pools = createPools({ ownerUrl: fresh.url });
    try {
      for (const statement of ['CREATE TEMPORARY TABLE offer (id text)', 'CREATE TABLE own_offer (id text)']) {
        await expect(pools.appPool.query(statement)).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await pools.end();
    }
  });

  it.each([
    ['the address has options of its own', { ownerUrl: (url: string) => withOptions(url) }],
    ['it is given the login of the owner', { appUrl: (url: string) => url }],
  ])('is refused when it may, because %s', async (_, { ownerUrl, appUrl }: Addresses) => {
    const { url } = database;
    const pools = createPools({ ownerUrl: ownerUrl?.(url) ?? url, appUrl: appUrl?.(url) });
    try {
      await expect(refuseWrongRole(pools.appPool)).rejects.toThrow('DATABASE_APP_URL');
    } finally {
      await pools.end();
    }
  });
});

describe('a login that', () => {
  it('is not in the role of the application reads what to do', async () => {
    await using database = await createDatabase();
    await database.ownerPool.query('CREATE ROLE a_stranger LOGIN');
    const pools = createPools({ ownerUrl: database.url, appUrl: withUser(database.url, 'a_stranger') });
    try {
      await expect(refuseWrongRole(pools.appPool)).rejects.toThrow('run: GRANT lightstick_app TO "a_stranger"');
      await database.ownerPool.query('GRANT lightstick_app TO a_stranger');
      await expect(refuseWrongRole(pools.appPool)).resolves.toBeUndefined();
    } finally {
      await pools.end();
      await database.ownerPool.query('DROP ROLE a_stranger');
    }
  });

  it('does not own the database, or may not work as the application, reads what to do', async () => {
    await using database = await createDatabase();
    await database.ownerPool.query('CREATE ROLE a_newcomer LOGIN NOCREATEROLE');
    const settings = settingsFor(withUser(database.url, 'a_newcomer'));
    const open = () => openDatabase(settings, createLog('silent'), installQueue);
    try {
      await expect(open()).rejects.toThrow(/does not own the database.*ALTER DATABASE \w+ OWNER TO a_newcomer;/);
      // A restored backup may have an owner of its own, who is a member of nothing.
      await database.ownerPool.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO a_newcomer');
      await database.ownerPool.query('GRANT CREATE ON SCHEMA public TO a_newcomer');
      const install = () => Promise.resolve();
      await expect(openDatabase(settings, createLog('silent'), install)).rejects.toThrow(
        'GRANT lightstick_app TO a_newcomer. (PostgreSQL says: permission denied to set role',
      );
    } finally {
      await database.ownerPool.query('DROP OWNED BY a_newcomer CASCADE');
      await database.ownerPool.query('DROP ROLE a_newcomer');
    }
  });

  it('names a database that does not exist, or comes to no PostgreSQL, reads what to do', async () => {
    await using database = await createEmptyDatabase();
    const { rows } = await database.ownerPool.query<{ name: string }>('SELECT current_database() AS name');
    const nowhere = database.url.replace(rows[0]?.name ?? '', 'nowhere');
    const open = (url: string) => openDatabase(settingsFor(url), createLog('silent'), installQueue);
    await expect(open(nowhere)).rejects.toThrow(DatabaseRefused);
    await expect(open(nowhere)).rejects.toThrow('does not exist. Create it for the login');
    await expect(open('postgresql://a_login@127.0.0.1:1/kelp')).rejects.toThrow('Start it, or correct the address.');
  });

  it('owns a database without CREATEROLE starts it where it is in the role, and else reads what to do', async () => {
    await using fresh = await createEmptyDatabase();
    const { rows: names } = await fresh.ownerPool.query<{ name: string }>('SELECT current_database() AS name');
    const name = names[0]?.name ?? '';
    await fresh.ownerPool.query('CREATE ROLE an_owner LOGIN NOCREATEROLE');
    await fresh.ownerPool.query(`ALTER DATABASE ${name} OWNER TO an_owner`);
    await fresh.ownerPool.query('ALTER SCHEMA public OWNER TO an_owner');
    const open = () => openDatabase(settingsFor(withUser(fresh.url, 'an_owner')), createLog('silent'), installQueue);
    try {
      await expect(open()).rejects.toThrow(/it has no CREATEROLE.*GRANT lightstick_app TO an_owner\./);
      await fresh.ownerPool.query('GRANT lightstick_app TO an_owner');
      const opened = await open();
      const { rows } = await opened.pools.appPool.query('SELECT current_user AS name');
      expect(rows).toEqual([{ name: 'lightstick_app' }]);
      await opened[Symbol.asyncDispose]();
    } finally {
      await fresh.ownerPool.query(`ALTER DATABASE ${name} OWNER TO CURRENT_USER`);
      await fresh.ownerPool.query('DROP OWNED BY an_owner CASCADE');
      await fresh.ownerPool.query('DROP ROLE an_owner');
    }
  });
});

const settingsFor = (databaseUrl: string) => ({
  ...parseSettings({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }, process.cwd()),
  databaseUrl,
});

type Addresses = { readonly ownerUrl?: (url: string) => string; readonly appUrl?: (url: string) => string };

function withOptions(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}options=-c%20jit%3Doff`;
}
