import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** First the build that Playwright runs without a window too: it draws pages with half the work of the one for desktops. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * A Chromium that is on this machine: the one CHROMIUM_PATH names, else one that was installed with the system, else
 * Playwright's own. Undefined when there is none.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path));
}
