/**
 * Makes sure of what the browser tests need: a Chromium, and a font with Chinese characters for the screens in
 * Traditional Chinese. On Debian, as root, both are installed from its packages when they are missing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findChromium } from '../e2e/find-chromium.ts';

/**
 * @param {string} command
 * @param {string[]} options
 * @param {Record<string, string>} [env]
 */
function succeeds(command, options, env = {}) {
  return spawnSync(command, options, { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0;
}

/** Ubuntu's package of this name only asks for a snap, which containers cannot run. */
function mayInstallPackages() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** @param {string} name */
function installPackage(name) {
  if (!mayInstallPackages()) return false;
  console.log(`Installing Debian's ${name} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['install', '--yes', '--no-install-recommends', name];
  return (
    succeeds('apt-get', options, env) || (succeeds('apt-get', ['update'], env) && succeeds('apt-get', options, env))
  );
}

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
  if (!installPackage('chromium')) installPlaywrightChromium();
  if (findChromium() === undefined) {
    console.error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one, and try again.');
    process.exit(1);
  }
}

if (process.platform === 'linux' && !hasChineseFont() && !installPackage('fonts-noto-cjk')) {
  console.warn('No font with Chinese characters was found: screenshots in Traditional Chinese will show boxes.');
}
