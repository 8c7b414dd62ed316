/**
 * Makes sure of the S3 server of the integration tests: OpenStack Swift, from Debian's package. Where it cannot be had, the
 * tests of fan videos in S3 storage are left out, except where tests count, which is said by `CI`.
 */
import { installPackage, succeeds } from './debian-package.mjs';

const isThere = () => succeeds('/usr/bin/python3', ['-c', 'import swift.common.middleware.s3api']);

if (!isThere()) {
  installPackage('python3-swift');
  if (!isThere()) {
    console.warn(
      'OpenStack Swift was not found: S3 storage is not tested. On Debian, install python3-swift to test it.',
    );
    if (process.env.CI) process.exit(1);
  }
}
