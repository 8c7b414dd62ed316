import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayLackPython, runPython } from './test/run-python.ts';

const script = fileURLToPath(new URL('../../docs/verify-staking.py', import.meta.url));

const list = (...rows: readonly (string | number)[]) =>
  ['lightstick/staking/v1', '2026-11-23', ...rows].map((row) => `${row}\n`).join('');

describe.skipIf(mayLackPython)('docs/verify-staking.py', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-staking-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function verify(text: string) {
    const file = join(folder, 'list.txt');
    await writeFile(file, text);
    // Without the packages that are installed: only what comes with Python.
    return runPython(['-I', '-S', script, file]);
  }

  test('fits on a page, and says what it is for', async () => {
    const text = await readFile(script, 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    const { status, error } = await runPython([script]);
    expect(status).toBe(1);
    expect(error).toContain('recomputes how');
  });

  test.each<readonly [name: string, text: string, shares: readonly number[]]>([
    ['a rest for the earlier of equal remainders', list(10, 3, '1 4', '1 3', '1 3'), [4, 3, 3]],
    ['a rest for the largest remainder', list(100, 6, '1 17', '2 33', '3 50'), [17, 33, 50]],
    ['weights beyond 2^53', list(9, `${10n ** 21n + 1n}`, `${10n ** 21n} 9`, '1 0'), [9, 0]],
    ['no stake', list(5000, 0), []],
  ])('recomputes a week with %s as we do', async (_, text, shares) => {
    const { status, out, error } = await verify(text);
    expect({ status, error }).toEqual({ status: 0, error: '' });
    expect(JSON.parse(out)).toMatchObject({ shares, period: '2026-11-23' });
  });

  test.each<readonly [name: string, text: string, differs: string]>([
    ['a share', list(10, 3, '1 3', '1 4', '1 3'), 'shares differs'],
    ['the sum of the weights', list(10, 4, '1 4', '1 3', '1 3'), 'totalWeight differs'],
    ['the format', list(10, 1, '1 10').replace('v1', 'v2'), 'format differs'],
  ])('exits with 1 when %s is not as it should be', async (_, text, differs) => {
    const { status, error } = await verify(text);
    expect(error).toContain(differs);
    expect(status).toBe(1);
  });
});
