/**
 * Makes sure of the nginx that tests the configuration in `deploy`. On Debian, as root, it is installed from its
 * packages when it is missing. On other systems its tests are left out, except where tests count, as `CI` says.
 */
import { installPackage, succeeds } from './debian-package.mjs';

/** Debian has it in a folder of administrators. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`;
const isThere = () => succeeds('nginx', ['-v'], { PATH });

if (!isThere()) {
  installPackage('nginx-light');
  if (!isThere()) {
    console.warn('nginx was not found: what the configuration in deploy does is not tested. Install nginx to test it.');
    if (process.env.CI) process.exit(1);
  }
}
