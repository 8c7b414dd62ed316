import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import product from '../../../../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../../../../..');
const programs = Object.entries(product.scripts).flatMap(([name, script]) => {
  const file = /^node (bench\/\S+\.ts)$/.exec(script)?.[1];
  return file === undefined ? [] : [{ name, file }];
});

const run = (file: string, option: string) =>
  spawnSync(process.execPath, [file, option], { cwd: root, encoding: 'utf8' });

it('The product has programs that measure it.', () => {
  expect(programs.length).toBeGreaterThan(3);
});

it.each(programs)(
  '$name prints how it is used when asked, and so it does for an option that it does not know.',
  ({ file }) => {
    const [asked, unknown] = [run(file, '--help'), run(file, '--no-such-option')];
    expect([asked.status, asked.stdout.split(':')[0], asked.stderr]).toEqual([0, 'Usage', '']);
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('--no-such-option')]);
  },
);
