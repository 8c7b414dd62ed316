/**
 * Makes sure of what the browser tests need: a Chromium, and a font with Chinese characters for the screens in
 * Traditional Chinese. On Debian, as root, both are installed from its packages when they are missing.
 */
import { spawnSync } from 'node:child_process';
import { findChromium } from '../e2e/find-chromium.ts';
import { installPackage, succeeds } from './debian-package.mjs';

function installPlaywrightChromium() {
  console.log("Installing Playwright's Chromium …");
  return (
    succeeds('playwright', ['install', '--with-deps', 'chromium']) || succeeds('playwright', ['install', 'chromium'])
  );
}

function hasChineseFont() {
  const fonts = spawnSync('fc-list', [':lang=zh-tw', 'family'], { encoding: 'utf8' });
  return fonts.status === 0 && fonts.stdout.trim() !== '';
}

if (findChromium() === undefined) {
  if (!installPackage('chromium-headless-shell') && !installPackage('chromium')) installPlaywrightChromium();
  if (findChromium() === undefined) {
    console.error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one, and try again.');
    process.exit(1);
  }
}

if (process.platform === 'linux' && !hasChineseFont() && !installPackage('fonts-noto-cjk')) {
  console.warn('No font with Chinese characters was found: screenshots in Traditional Chinese will show boxes.');
}
