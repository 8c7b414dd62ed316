import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { schemaFile, schemaTypes } from '../../scripts/schema-types.ts';
import { createDatabase } from '../world/database.ts';

test('the generated types of the tables are those of the migrations (else run: npm run db:types)', async () => {
  await using database = await createDatabase();
  expect(await readFile(schemaFile, 'utf8')).toBe(await schemaTypes(database.url));
});
