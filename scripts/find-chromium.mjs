import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * A Chromium that is on this machine: the one CHROMIUM_PATH names, else one that was installed with the system, else
 * Playwright's own.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  return [...usualPlaces, playwrightsOwn()].find((path) => existsSync(path));
}

/** Where Playwright's Chromium is, or would be once installed. It is a dependency of the browser tests alone. */
function playwrightsOwn() {
  const require = createRequire(new URL('../e2e/package.json', import.meta.url));
  return /** @type {typeof import('@playwright/test')} */ (require('@playwright/test')).chromium.executablePath();
}
