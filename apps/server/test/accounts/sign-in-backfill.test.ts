import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate, migrationsFolder } from '#/db/migrate.ts';
import { createEmptyDatabase } from '../world/database.ts';
import { createScratchFolder } from '../world/scratch-folder.ts';

it('Whoever was signed in before sign-ins were kept is so afterwards, with the passport that their browser has.', async () => {
  await using database = await createEmptyDatabase();
  await using folder = await createScratchFolder();
  for (const name of await readdir(migrationsFolder)) {
    if (name < '0014') await cp(join(migrationsFolder, name), join(folder.path, name));
  }
  const { ownerPool } = database;
  await migrate(ownerPool, folder.path);
  await ownerPool.query(`
    INSERT INTO fan (account_id, fan_code, kind, nickname, avatar_seed, simulated, created_at)
      VALUES (repeat('a', 20), 'ABCDEFGH', 'web2', 'Mina', 'seed', true, now());
    INSERT INTO session (token_hash, kind, sign_in_id, fan_id, device_id, created_at, expires_at, ended_at)
      SELECT decode(md5(s::text || k) || md5(k), 'hex'), k, ('00000000-0000-4000-8000-00000000000' || s)::uuid, 1, 'phone',
             '2026-11-01Z', CASE k WHEN 'token' THEN timestamptz '2026-11-02Z' ELSE '2026-12-01Z' END,
             CASE s WHEN 2 THEN timestamptz '2026-11-01 12:00Z' END
        FROM generate_series(1, 2) s, unnest(ARRAY['token', 'passport']) k`);

  await migrate(ownerPool);
  const { rows } = await ownerPool.query(
    `SELECT i.device_id, i.begun_at, i.last_seen_at, i.expires_at, i.ended_at, count(*) AS sessions,
            bool_or(s.kind = 'passport' AND s.token_hash = i.secret_hash) AS keeps_its_passport
       FROM sign_in i JOIN session s ON s.sign_in_id = i.id AND s.fan_id = i.fan_id
      GROUP BY i.id ORDER BY i.id`,
  );
  const begun = new Date('2026-11-01Z');
  const both = {
    device_id: 'phone',
    begun_at: begun,
    last_seen_at: begun,
    expires_at: new Date('2026-12-01Z'),
    sessions: 2,
    keeps_its_passport: true,
  };
  expect(rows).toEqual([
    { ...both, ended_at: null },
    { ...both, ended_at: new Date('2026-11-01T12:00Z') },
  ]);
});
