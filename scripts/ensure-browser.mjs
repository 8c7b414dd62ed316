/**
 * Makes sure of what the browser tests need: a Chromium, a font of a phone's measures for the texts before the app's font
 * has come, and one with Chinese characters. On Debian, as root, they are installed from its packages when they are missing.
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

/** @param {string} pattern as Fontconfig writes it: a family, or a language */
function hasFont(pattern) {
  const fonts = spawnSync('fc-list', [pattern, 'family'], { encoding: 'utf8' });
  return fonts.status === 0 && fonts.stdout.trim() !== '';
}

// The app's `Figtree fallback` names them, in apps/web/src/app/base.css.
const phoneFonts = ['Arial', 'Liberation Sans', 'Roboto'];

if (findChromium() === undefined) {
  if (!installPackage('chromium-headless-shell') && !installPackage('chromium')) installPlaywrightChromium();
  if (findChromium() === undefined) {
    console.error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one, and try again.');
    process.exit(1);
  }
}

if (process.platform === 'linux') {
  if (!hasFont(':lang=zh-tw') && !installPackage('fonts-noto-cjk')) {
    console.warn('No font with Chinese characters was found: screenshots in Traditional Chinese will show boxes.');
  }
  if (!phoneFonts.some(hasFont) && !installPackage('fonts-liberation')) {
    console.warn(`None of ${phoneFonts.join(', ')} was found: texts will move when the app's font comes.`);
  }
}
