import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { exportContent, readKnowledgeVersion, readPack } from '#/modules/content/index.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { createScratchFolder } from '../world/scratch-folder.ts';
import { contentBench } from './content-bench.ts';

const bench = contentBench();
const dayMs = 86_400_000;

/** What a pack wrote, without the moments of writing. */
async function contentOf({ ownerPool }: Pick<TestDatabase, 'ownerPool'>): Promise<unknown> {
  const tables = ['team', 'idol', 'activity', 'candidate', 'task', 'offer', 'banner', 'vote_pack', 'page', 'quiz'];
  const periods = 'SELECT id, opens_at, closes_at, time_zone, daily_cap FROM ledger.period ORDER BY id';
  const rows = tables.map(async (table) => {
    const found = await ownerPool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`);
    return [table, found.rows];
  });
  return [await Promise.all(rows), (await ownerPool.query(periods)).rows];
}

async function addPhoto(): Promise<void> {
  const { folder } = bench;
  await folder.edit([
    'idols.yaml',
    'portraitSeed: ada-h2',
    'portraitPhoto: { file: ada.png, alt: { en_US: Ada, zh_TW: 艾達 } }',
  ]);
  await mkdir(join(folder.path, 'pictures'));
  const picture = sharp({ create: { width: 600, height: 720, channels: 3, background: '#ff0000' } });
  await picture.png().toFile(join(folder.path, 'pictures/ada.png'));
}

describe('exporting the content', () => {
  test('gives a pack that is right, and that gives the same rows elsewhere at another time', async () => {
    await addPhoto();
    const { anchoredAt } = await bench.apply();
    await using folder = await createScratchFolder();
    const pack = join(folder.path, 'pack');
    expect(await exportContent(bench.database.ownerPool, pack)).toMatchObject({
      name: 'small',
      version: '1.0.0',
      anchoredAt,
      recordings: [],
      ownChanges: [],
    });
    expect((await readPack(pack)).problems).toEqual([]);

    await using elsewhere = await createDatabase();
    bench.clock.advance(9 * dayMs);
    expect(await bench.applyFolder(pack, elsewhere)).toMatchObject({ anchoredAt });
    expect(await contentOf(elsewhere)).toEqual(await contentOf(bench.database));
    expect((await bench.applyFolder(pack)).applied).toEqual({ added: 0, changed: 0, retired: 0 });
  });

  test('has what was applied last, and tells what was changed beside it', async () => {
    const { ownerPool } = bench.database;
    await bench.apply();
    await bench.folder.edit(
      ['pack.yaml', 'version: 1.0.0', 'version: 1.0.1'],
      ['banners.yaml', 'id: welcome', 'id: goodbye'],
    );
    await bench.apply();
    await ownerPool.query(`INSERT INTO operator (name, role, created_at) VALUES ('olga', 'editor', now())`);
    await ownerPool.query(
      `INSERT INTO operator_act (operator_id, action, subject, why, at)
       SELECT id, 'live/cancel', 'live-room:encore', 'the hall has no power', now() FROM operator`,
    );
    await using folder = await createScratchFolder();
    expect(await exportContent(ownerPool, folder.path)).toMatchObject({
      version: '1.0.1',
      ownChanges: ['live-room:encore: live/cancel'],
    });
    expect((await readPack(folder.path)).pack?.banners.map(({ value }) => value.id)).toContain('goodbye');
  });

  test('has an earlier pack that is applied again, whose content comes back, and no files of another', async () => {
    const { ownerPool } = bench.database;
    const files = 'SELECT DISTINCT pack_name FROM content_pack_file';
    await bench.apply();
    await bench.folder.edit(
      ['pack.yaml', 'name: small', 'name: other'],
      ['banners.yaml', 'id: welcome', 'id: goodbye'],
    );
    await bench.apply();
    const versionOfOther = await readKnowledgeVersion(bench.database.db);
    expect(await bench.rowsOf(files)).toEqual([{ pack_name: 'other' }]);
    await bench.folder.edit(
      ['pack.yaml', 'name: other', 'name: small'],
      ['banners.yaml', 'id: goodbye', 'id: welcome'],
    );
    expect((await bench.apply()).applied).toMatchObject({ retired: 1 });
    expect((await bench.apply()).applied).toBeUndefined();
    expect(await bench.rowsOf(`SELECT id FROM banner WHERE NOT retired AND id IN ('welcome', 'goodbye')`)).toEqual([
      { id: 'welcome' },
    ]);
    // The AI host learns by it what to read again.
    expect(await readKnowledgeVersion(bench.database.db)).not.toBe(versionOfOther);
    expect(await bench.rowsOf(files)).toEqual([{ pack_name: 'small' }]);
    await using folder = await createScratchFolder();
    expect(await exportContent(ownerPool, folder.path)).toMatchObject({ name: 'small' });
  });

  test('is refused into a full folder, and where the files are not those of the applied pack', async () => {
    const { ownerPool } = bench.database;
    await using folder = await createScratchFolder();
    const refused = (message: RegExp) => expect(exportContent(ownerPool, folder.path)).rejects.toThrow(message);
    await refused(/No content pack has been applied/);
    await bench.apply();
    await writeFile(join(folder.path, 'mine.txt'), 'mine');
    await refused(/is not empty: it has mine\.txt/);
    expect(await readdir(folder.path)).toEqual(['mine.txt']);
    // As a release that keeps no files leaves it.
    await ownerPool.query(`UPDATE content_pack SET digest = sha256('another')`);
    await refused(/are not kept/);
  });
});
