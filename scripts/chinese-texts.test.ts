import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The files with Chinese that fans read: catalogues, packs, refusals, mails, answers. Not what fans may type. */
const files = globSync(
  [
    'apps/web/public/locales/zh_TW.json',
    'content/**/*.{yaml,md}',
    'packages/contract/src/**/*.ts',
    'apps/server/src/**/*.ts',
  ],
  { cwd: root },
).filter((path) => !/\.test\.ts$|normalise-text|yaml-faults/.test(path));

/** Lists the lines in which a fault is found, with their places. */
function linesWith(fault: RegExp): readonly string[] {
  return files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (fault.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );
}

test('Chinese writes 台 in one way', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(linesWith(/臺/)).toEqual([]);
});

test('no space is beside full-width punctuation', () => {
  expect(linesWith(/[，。、；：！？」』》）] +[\p{Script=Han}\w「『《（{]/u)).toEqual([]);
  expect(linesWith(/[\p{Script=Han}\w}] +[，。、；！？」』》）]/u)).toEqual([]);
});

test('Points are never called money, and what is missing of them is counted in 點', () => {
  expect(linesWith(/錢拿|賺錢|領錢|還差[^。，]*\} 點數/)).toEqual([]);
});
