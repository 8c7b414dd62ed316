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

type LockedPackage = { readonly optionalDependencies?: Readonly<Record<string, string>> };

/** Returns the packages that a locked package may find a dependency in: its own folder, then each one around it. */
function placesOf(name: string, dependent: string): string[] {
  const around = dependent
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return [`node_modules/${name}`, ...around.map((folder) => `${folder}/node_modules/${name}`)];
}

test('the lock file names the packages of every platform, without which npm refuses to install from it', async () => {
  const lock = await readJson('../package-lock.json');
  const packages = lock['packages'] as Readonly<Record<string, LockedPackage>>;
  const missing = Object.entries(packages).flatMap(([dependent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !placesOf(name, dependent).some((place) => place in packages)),
  );
  expect(missing).toEqual([]);
});
