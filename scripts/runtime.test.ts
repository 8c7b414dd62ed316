import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

async function readJson(path: string): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as Record<string, Record<string, unknown>>;
}

test('the Node that the set-up brings is the one of package.json, and everything runs on it', async () => {
  const { dependencies } = await readJson('../package.json');
  const { optionalDependencies = {} } = await readJson('./runtime/package.json');
  const version = dependencies?.['node'];
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]));
  expect(process.version).toBe(`v${String(version)}`);
});
