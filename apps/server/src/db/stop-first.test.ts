import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaFolders } from './schema-files.ts';
import { declaredStopFirst } from './stop-first.ts';

it('A migration declares in its first comment whether servers stop first.', () => {
  expect(declaredStopFirst('-- Titles of songs.\n-- stop-first: no\nCREATE TABLE a ();\n')).toBe(false);
  expect(declaredStopFirst('-- stop-first: yes\nDROP TABLE a;\n')).toBe(true);
  for (const silent of [
    'CREATE TABLE a ();\n-- stop-first: yes\n',
    '-- Titles.\n\n-- stop-first: yes\n',
    '-- stop-first: maybe\nDROP TABLE a;\n',
    '-- Not stop-first: no\n',
  ]) {
    expect([silent, declaredStopFirst(silent)]).toEqual([silent, undefined]);
  }
});

it('Every migration since 0047 declares it.', async () => {
  const names = (await readdir(schemaFolders.migrations)).filter((name) => name.endsWith('.sql'));
  expect(names).toContain('0046-shown-badges.sql');
  for (const name of names.filter((one) => one >= '0047')) {
    const statements = await readFile(join(schemaFolders.migrations, name), 'utf8');
    expect([name, declaredStopFirst(statements)]).toEqual([name, expect.any(Boolean)]);
  }
});
