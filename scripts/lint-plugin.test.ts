import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const linter = fileURLToPath(new URL('../node_modules/.bin/oxlint', import.meta.url));
const plugin = fileURLToPath(new URL('lint-plugin.mjs', import.meta.url));

/** Statements of a browser test, each with whether the linter refuses it. */
const planted: readonly (readonly [isRefused: boolean, statement: string])[] = [
  [true, 'expect(await page.title()).toBe(1);'],
  [true, 'expect.soft(await row.textContent(), "why").toBe(1);'],
  [true, 'expect((await row.boundingBox())?.y).toBe(1);'],
  [true, 'expect(await page.evaluate(() => scrollY)).toBe(1);'],
  [false, 'await expect(row).toHaveText("1");'],
  [false, 'await expect.poll(() => page.evaluate(() => scrollY)).toBe(1);'],
  [false, 'expect(await votesOf(fan)).toBe(1);'],
];

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'lightstick-lint-'))));
afterAll(() => rm(folder, { recursive: true }));

test('a browser test does not read a live page once', async () => {
  const config = join(folder, 'oxlintrc.json');
  await writeFile(
    config,
    JSON.stringify({
      jsPlugins: [plugin],
      categories: { correctness: 'off' },
      rules: { 'lightstick/wait-for-what-is-shown': 'error' },
    }),
  );
  await writeFile(join(folder, 'planted.ts'), planted.map(([, statement]) => statement).join('\n'));
  const report = await new Promise<string>((resolve) =>
    execFile(linter, ['--config', config, '--format', 'json', folder], (_error, output) => resolve(output)),
  );
  const { diagnostics } = JSON.parse(report) as { diagnostics: { labels: { span: { line: number } }[] }[] };
  const refused = new Set(diagnostics.map(({ labels }) => labels[0]?.span.line));
  expect(planted.map((_, place) => refused.has(place + 1))).toEqual(planted.map(([isRefused]) => isRefused));
});
