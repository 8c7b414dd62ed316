import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @param {string} command
 * @param {string[]} options
 * @param {Record<string, string>} [env]
 */
export function succeeds(command, options, env = {}) {
  return spawnSync(command, options, { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0;
}

/**
 * Returns whether packages may be installed. Ubuntu's packages of the same name are not always the same: of Chromium
 * one only asks for a snap.
 */
function mayInstallPackages() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Installs one of Debian's packages, on Debian and as root; says whether it is there now.
 *
 * @param {string} name
 */
export function installPackage(name) {
  if (!mayInstallPackages()) return false;
  console.log(`Installing Debian's ${name} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['install', '--yes', '--no-install-recommends', name];
  return (
    succeeds('apt-get', options, env) || (succeeds('apt-get', ['update'], env) && succeeds('apt-get', options, env))
  );
}
