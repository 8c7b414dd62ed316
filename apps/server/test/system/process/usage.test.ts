import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../world/run-program.ts';
import product from '../../../../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../../../../..');
const programs = Object.entries(product.scripts).flatMap(([name, script]) => {
  const file = /^node (bench\/\S+\.ts)$/.exec(script)?.[1];
  return file === undefined ? [] : [{ name, file }];
});

const run = (file: string, option: string) => runProgram(process.execPath, [file, option], { cwd: root });

it('The product has programs that measure it.', () => {
  expect(programs.length).toBeGreaterThan(3);
});

it.each(programs)(
  '$name prints how it is used when asked, and so it does for an option that it does not know.',
  async ({ file }) => {
    const [asked, unknown] = [await run(file, '--help'), await run(file, '--no-such-option')];
    expect([asked.code, asked.output.split(':')[0], asked.errors]).toEqual([0, 'Usage', '']);
    expect([unknown.code, unknown.errors]).toEqual([2, expect.stringContaining('--no-such-option')]);
  },
);
