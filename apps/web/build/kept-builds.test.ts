import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rememberBuilds } from './kept-builds.ts';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lightstick-builds-')), 'dist');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

/** A build empties the folder and writes its own files. */
function build(name: string, files: Readonly<Record<string, string>>): void {
  const keep = rememberBuilds(folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'assets', file), text);
  keep(name);
}

const present = () => readdirSync(join(folder, 'assets')).toSorted();

test('a page of either of the two builds before still finds its files, one of an older build does not', () => {
  build('1', { 'task-1.js': 'one', 'task-1.js.br': 'one', 'same.js': 'same' });
  build('2', { 'task-2.js': 'two', 'same.js': 'same' });
  build('3', { 'task-3.js': 'three', 'same.js': 'same' });
  expect(present()).toEqual(['same.js', 'task-1.js', 'task-1.js.br', 'task-2.js', 'task-3.js']);
  expect(readFileSync(join(folder, 'assets/task-1.js'), 'utf8')).toBe('one');

  build('4', { 'task-4.js': 'four', 'same.js': 'same' });
  expect(present()).toEqual(['same.js', 'task-2.js', 'task-3.js', 'task-4.js']);
});

test('a build that fails loses nothing of those before it', () => {
  build('1', { 'task-1.js': 'one' });
  build('2', { 'task-2.js': 'two' });
  const putBack = rememberBuilds(folder);
  rmSync(folder, { recursive: true });
  putBack();
  expect(present()).toEqual(['task-1.js', 'task-2.js']);

  build('3', { 'task-3.js': 'three' });
  expect(present()).toEqual(['task-1.js', 'task-2.js', 'task-3.js']);
});

test('a first build has nothing to keep', () => {
  build('1', { 'task-1.js': 'one' });
  expect(present()).toEqual(['task-1.js']);
});
