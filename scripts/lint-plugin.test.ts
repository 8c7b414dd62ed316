import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const linter = fileURLToPath(new URL('../node_modules/.bin/oxlint', import.meta.url));
const plugin = fileURLToPath(new URL('lint-plugin.mjs', import.meta.url));

/** Statements of a browser test, each with whether the linter refuses it. */
type Planted = readonly (readonly [isRefused: boolean, statement: string])[];

const reads: Planted = [
  [true, 'expect(await page.title()).toBe(1);'],
  [true, 'expect.soft(await row.textContent(), "why").toBe(1);'],
  [true, 'expect((await row.boundingBox())?.y).toBe(1);'],
  [true, 'expect(await page.evaluate(() => scrollY)).toBe(1);'],
  [false, 'await expect(row).toHaveText("1");'],
  [false, 'await expect.poll(() => page.evaluate(() => scrollY)).toBe(1);'],
  [false, 'expect(await votesOf(fan)).toBe(1);'],
];

const ways: Planted = [
  [true, 'await page.goto("/task");'],
  [true, 'await phone.goto("/task");'],
  [true, 'await this.page.goto("/task");'],
  [true, 'await (await visit.as(fan)).reload();'],
  [true, 'await page.mainFrame().waitForTimeout(100);'],
  [false, 'await openPage(phone, "/task");'],
  [false, 'await goto(phone, "/task");'],
];

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'lightstick-lint-'))));
afterAll(() => rm(folder, { recursive: true }));

async function refusalsOf(rule: string, planted: Planted): Promise<readonly boolean[]> {
  const [config, file] = [join(folder, `${rule}.json`), join(folder, `${rule}.ts`)];
  const rules = { [`lightstick/${rule}`]: 'error' };
  await writeFile(config, JSON.stringify({ jsPlugins: [plugin], categories: { correctness: 'off' }, rules }));
  await writeFile(file, planted.map(([, statement]) => statement).join('\n'));
  const report = await new Promise<string>((resolve) =>
    execFile(linter, ['--config', config, '--format', 'json', file], (_error, output) => resolve(output)),
  );
  const { diagnostics } = JSON.parse(report) as { diagnostics: { labels: { span: { line: number } }[] }[] };
  const refused = new Set(diagnostics.map(({ labels }) => labels[0]?.span.line));
  return planted.map((_, place) => refused.has(place + 1));
}

test.each([
  ['wait-for-what-is-shown', 'does not read a live page once', reads],
  ['no-bare-goto', 'waits for the app where it goes, whatever the page is called', ways],
])('%s: a browser test %s', async (rule, _, planted) => {
  expect(await refusalsOf(rule, planted)).toEqual(planted.map(([isRefused]) => isRefused));
});
