import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadPage } from '#/fixtures/in-app.ts';
import { judgeScreen, untilLoaded } from '#/fixtures/judge-screen.ts';
import { expect, test } from '#/fixtures/test.ts';
import { untilDrawn } from '#/fixtures/until-drawn.ts';
import { routes } from '#/pages/routes.ts';
import type { Product } from '#/fixtures/product.ts';

const projectRoot = resolve(import.meta.dirname, '../..');
const languages = ['en_US', 'zh_TW'] as const;
/** Screens of which each reader gets the first frame in the page. */
const drawn = ['/', '/login', '/about-us'];
/** Names of a cookie and of formats, which no fan reads. */
const inCode = /lightstick(?:\.page=|\/[a-z-]+\/v\d)/g;

/** Lays the brand Aurora over the demo and makes it the product's, as an operator does. */
async function applyAurora({ address, environment }: Product): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aurora-'));
  try {
    for (const pack of ['demo', 'aurora']) await cp(join(projectRoot, 'content', pack), folder, { recursive: true });
    const command = ['apps/server/src/commands/lightstick.ts', 'content', 'apply', folder];
    await promisify(execFile)(process.execPath, command, { cwd: projectRoot, env: { ...process.env, ...environment } });
  } finally {
    await rm(folder, { recursive: true });
  }
  await expect.poll(async () => (await fetch(`${address}/manifest.webmanifest`)).text()).toContain('Aurora');
}

test('a brand is everywhere that a fan looks, and reads in both themes', async ({ product, request, visit }) => {
  await applyAurora(product);
  const { address } = product;
  for (const route of drawn)
    expect(await untilDrawn(request, address + route)).toContain('<style>:root:root{--brand:#');
  for (const language of languages) {
    const headers = { accept: 'text/html', 'accept-language': language.replace('_', '-') };
    for (const route of routes) {
      const reply = await fetch(address + route, { headers });
      const page = `${JSON.stringify([...reply.headers])}${await reply.text()}`.replaceAll(inCode, '');
      const found = page.match(/.{0,30}lightstick.{0,20}/gi) ?? [];
      const line = language === 'zh_TW' ? '極光以 Lightstick 架設。' : 'Aurora runs on Lightstick.';
      const others = found.filter((words) => !(route === '/about-us' && words.includes(line)));
      expect.soft(others, `${route} in ${language}`).toEqual([]);
      expect.soft(page, `the name on ${route} in ${language}`).toContain(language === 'zh_TW' ? '極光' : 'Aurora');
    }
    for (const texts of [`${language}.json`, `${language}.home.json`]) {
      expect(await (await fetch(`${address}/locales/${texts}`)).text()).not.toMatch(/lightstick/i);
    }
  }

  for (const theme of ['light', 'dark'] as const) {
    const look = { language: 'zh_TW', theme } as const;
    const page = await visit.anonymously(look);
    for (const path of ['/', '/login', '/vote-activity']) {
      await loadPage(page, path);
      await untilLoaded(page);
      await expect(page).toHaveTitle(/ · 極光$/);
      await judgeScreen(page, { ...look, who: 'brand', name: path });
    }
    await expect(page.locator('html')).toHaveCSS('--brand', theme === 'light' ? '#007a66' : '#0fae96');
  }
});
