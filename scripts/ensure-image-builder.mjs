/**
 * Makes sure of what builds and runs the image without a registry: mmdebstrap for the images that it begins from, buildah, and
 * runc. On Debian, as root, they are installed from its packages when they are missing. On other systems the tests of the image
 * are left out, except where tests count, as `CI` says.
 */
import { installPackage, succeeds } from './debian-package.mjs';

const programs = ['mmdebstrap', 'buildah', 'runc'];
const missing = () => programs.filter((program) => !succeeds(program, ['--version']));

for (const program of missing()) installPackage(program);
const isRoot = process.getuid?.() === 0;
if (missing().length > 0 || !isRoot) {
  const reason = isRoot ? `${missing().join(', ')} was not found` : 'this is not root';
  console.warn(`The image is neither built nor started, because ${reason}. On Debian, as root, its tests run.`);
  if (process.env.CI) process.exit(1);
}
