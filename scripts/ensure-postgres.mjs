/**
 * Makes sure of the oldest PostgreSQL that the product supports, to and from which tests move a database. On Debian, as root, it
 * is installed from its packages when it is missing. On other systems its tests are left out, except where tests count, as
 * `CI` says.
 */
import { existsSync } from 'node:fs';
import { installPackage } from './debian-package.mjs';

const isThere = () => existsSync('/usr/lib/postgresql/15/bin/postgres');

if (!isThere()) {
  installPackage('postgresql-15');
  if (!isThere()) {
    console.warn('PostgreSQL 15 was not found: moving a database is not tested. Install it to test that.');
    if (process.env.CI) process.exit(1);
  }
}
