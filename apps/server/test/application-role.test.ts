import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseLedgerWriter } from '#/db/application-role.ts';
import { createPools } from '#/db/connect.ts';
import { createDatabase, type TestDatabase } from './world/database.ts';

describe('the role of the application', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('may not write the ledger', async () => {
    await expect(refuseLedgerWriter(database.appPool)).resolves.toBeUndefined();
    await expect(database.votePool.query('DELETE FROM ledger.account')).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['UPDATE ticket_conversion SET tickets = 1'],
    ['UPDATE exchange SET paid = 1'],
    ['UPDATE cheer SET tickets = 1'],
    ['UPDATE ticket_gift SET tickets = 1'],
    ['DELETE FROM ticket_conversion'],
    ['DELETE FROM conversion_day'],
    ['DELETE FROM exchange'],
    ['DELETE FROM cheer'],
    ['DELETE FROM ticket_gift'],
    ['UPDATE offer SET price = 1'],
    ['UPDATE vote_pack SET price = 1'],
    ['UPDATE activity SET votes_per_ticket = 1000'],
    ['UPDATE candidate SET withdrawn = true'],
    ['DELETE FROM offer'],
    ["INSERT INTO candidate (activity_id, idol_id) VALUES ('1004', '1')"],
  ])('may not change what was paid, nor what can be bought: %s', async (statement) => {
    await expect(database.appPool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['the address has options of its own', { ownerUrl: (url: string) => withOptions(url) }],
    ['it is given the login of the owner', { appUrl: (url: string) => url }],
  ])('is refused when it may, because %s', async (_, { ownerUrl, appUrl }: Addresses) => {
    const { url } = database;
    const pools = createPools({ ownerUrl: ownerUrl?.(url) ?? url, appUrl: appUrl?.(url) });
    try {
      await expect(refuseLedgerWriter(pools.appPool)).rejects.toThrow('DATABASE_APP_URL');
    } finally {
      await pools.end();
    }
  });
});

type Addresses = { readonly ownerUrl?: (url: string) => string; readonly appUrl?: (url: string) => string };

function withOptions(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}options=-c%20jit%3Doff`;
}
