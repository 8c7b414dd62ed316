import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modulePersonalData } from '#/modules/index.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Tables that reference a fan or have a column that may identify a person. */
async function tablesAboutFans(): Promise<string[]> {
  const { rows } = await world.ownerPool.query<{ name: string }>(`
    SELECT DISTINCT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname IN ('public', 'ledger') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (a.attname ~
         '(^|_)(fan|inviter|newcomer|account|email|mail|wallet|address|device|'
         'recipient|nickname|subject|user|target|raw)(_|$)'
            OR EXISTS (SELECT FROM pg_constraint k
                        WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'fan'::regclass))
     ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** Columns whose names match although they contain no data on fans. */
const aboutNobody: Readonly<Record<string, string>> = {
  analytics_event: 'device_type is one of three words; a row names no fan, no device and no network.',
  campaign: 'min_account_age and per_fan_limit are rules for everybody.',
  chain_sender: 'An address of the platform itself.',
  claim_terms: 'Its columns name fans and devices because it says how many claims anybody may make.',
  moved_end_notice: 'last_fan is how far a job has come, by a number alone.',
  expiry_reminder: 'last_fan is how far a job has come, by a number alone.',
  notice_run: 'last_fan is how far a job has come, by a number alone.',
  gift_terms: 'most_by_email is how often anybody may name a receiver by email.',
  live_room: 'address is where the picture of a room comes from.',
  luck_funding: 'Its subject is a packet or a campaign.',
  luck_seed: 'Its subject is a packet or a campaign.',
  'ledger.period': 'min_account_age is how old anybody’s account must be to vote.',
  nft_edition: 'per_fan_limit is how many of it anybody may have.',
  offer: 'per_fan_limit is how many of it anybody may have.',
  packet: 'min_account_age is how old anybody’s account must be to grab a share.',
  sandbox_action: 'An account of the sandbox is somebody whom a developer made up for another company.',
  sandbox_grant: 'An account of the sandbox is somebody whom a developer made up for another company.',
  task: 'least_account_days is how old anybody’s account must be for it.',
};

describe('every table that could lead to a fan', () => {
  it('is named by the module that keeps it, as erased or as kept with a reason', async () => {
    const named = modulePersonalData(world.services).flatMap(({ erased, kept }) => [...erased, ...Object.keys(kept)]);
    expect(new Set(named).size).toBe(named.length);
    const found = await tablesAboutFans();
    expect(found).toContain('ledger.transfer');
    expect(found.filter((table) => !(table in aboutNobody) && !named.includes(table))).toEqual([]);
    expect(
      Object.keys(aboutNobody).filter((table) => !found.includes(table)),
      'no excuse without a table',
    ).toEqual([]);
  });

  it('exists under the name that its module gives it', async () => {
    for (const { erased, kept } of modulePersonalData(world.services)) {
      for (const table of [...erased, ...Object.keys(kept)]) {
        await expect(world.ownerPool.query(`SELECT FROM ${table} LIMIT 1`)).resolves.toBeDefined();
      }
    }
  });

  it('that is kept says why', () => {
    for (const { kept } of modulePersonalData(world.services)) {
      for (const reason of Object.values(kept)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});
