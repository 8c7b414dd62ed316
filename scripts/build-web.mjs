import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = join(root, 'node_modules', '.cache', 'lightstick-web-build');

/** The inputs of a build, besides the packages, which the lock file represents. */
const sources = [
  'apps/web/{src,public,build,scripts}/**/*',
  'apps/web/dev/*.html',
  'apps/web/*.{html,json,ts}',
  'packages/{chance,contract}/src/**/*',
  'tsconfig.base.json',
  'package-lock.json',
];

/** What there is after a build: the app, and the pages for developers. */
const results = [
  'apps/web/dist/index.html',
  'apps/web/dist/.drawing-thread/drawing-thread.js',
  'apps/web/dist-dev/dev/host.html',
  'apps/web/dist-dev/dev/gallery.html',
];

function fingerprint() {
  // The footer names the latest commit, whatever it changed.
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const hash = createHash('sha256').update(`${head.stdout ?? ''}\0`);
  for (const path of globSync(sources, { cwd: root }).toSorted()) {
    if (statSync(join(root, path)).isDirectory()) continue;
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** Characters. A build lists its hundreds of chunks; who starts a server sees them only where the build fails. */
const longestReport = 64 * 2 ** 20;

/**
 * Builds the web app and its development pages unless what lies there was built from these very sources.
 *
 * @returns {boolean} whether the web app is built now
 */
export function buildWeb() {
  const wanted = fingerprint();
  const built = [mark, ...results.map((path) => join(root, path))].every((path) => existsSync(path));
  if (built && readFileSync(mark, 'utf8') === wanted) return true;
  console.log('Building the web app …');
  const start = Date.now();
  const result = spawnSync('npm', ['run', 'build', '--workspace=@lightstick/web'], {
    cwd: root,
    // Another one in the caller's environment would bundle React's development build, and the mark would not tell.
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    maxBuffer: longestReport,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}`);
    return false;
  }
  console.log(`Built in ${Math.round((Date.now() - start) / 1000)} s.`);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
  return true;
}

if (import.meta.main) process.exitCode = buildWeb() ? 0 : 1;
