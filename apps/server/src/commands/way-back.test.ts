import { describe, expect, it } from 'vitest';
import { wayBack } from './way-back.ts';

const settings = { databaseUrl: undefined, dataDir: '/data', backups: { folder: '/data/backups' } };
const saved = '/data/backups/lightstick-before-0056.tar.zst';

describe('The way back of an upgrade', () => {
  it('is a restore into the data folder, or a folder inside that the settings then name where it is fixed.', () => {
    const usual = wayBack(saved, settings);
    expect(usual.at(-1)).toBe(`  lightstick restore --keep-schema --to /data ${saved}`);
    expect(wayBack(saved, settings, 'it is a mount point').slice(2)).toEqual([
      `  lightstick restore --keep-schema --to /data/restored ${saved}`,
      '/data cannot be replaced, because it is a mount point: after that line, set these for the release before.',
      '  DATA_DIR=/data/restored',
      // The list of erased fans is there.
      '  BACKUP_FOLDER=/data/backups',
    ]);
  });

  it('is an import with a PostgreSQL of your own, and your own backup where none was saved.', () => {
    const own = { ...settings, databaseUrl: 'postgres://db.example.com/lightstick' };
    expect(wayBack(saved, own).slice(2)).toEqual([
      `  lightstick database import --keep-schema ${saved}`,
      'It needs an empty database: create one, and set DATABASE_URL to that before.',
    ]);
    expect(wayBack(undefined, settings)).toEqual([expect.stringContaining('your own backup')]);
  });
});
