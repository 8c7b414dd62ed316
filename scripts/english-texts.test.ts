import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The files with English that fans read: the catalogue, packs, refusals, mails, answers. */
const files = globSync(
  [
    'apps/web/public/locales/en_US.json',
    'content/**/*.{yaml,en_US.md}',
    'packages/contract/src/error*.ts',
    'apps/server/src/modules/{mail,ai-host}/**/*.{ts,yaml}',
  ],
  { cwd: root },
).filter((path) => !/\.test\.ts$|(?:vocabulary|cry-for-help)\.yaml$/.test(path));

/** Not what fans read: comments, keys of a catalogue, and what a fan may type or ask. */
const withoutCode = (line: string) =>
  line
    .replace(/^\s*(?:\/\/|\/?\*|#).*/, '')
    .replace(/^\s*- [a-z\p{Script=Han}].*/u, '')
    .replace(/^\s*"[^"]*":/, '');

/** Turns that no product writer uses, old words for new ones, and the wire's names for things with a name of ours. */
const banned = [
  /\b(?:nobody|somebody|whoever|whomever)\b/i,
  /\bby (?:it|them)sel(?:f|ves)\b/i,
  /\bstands? there\b|\bstands on the (?:lid|box)\b/i,
  /\b(?:is|are|be) told\b/i,
  /\b(?:in pursuit|short of (?:votes|points)|upon|hereby|thereof|thus)\b/i,
  /\b(?:call rank|twitter|bind your)\b/i,
];

test('no English text for fans has a banned turn', () => {
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        banned.some((turn) => turn.test(withoutCode(line))) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
