/**
 * Makes a fresh clone ready: brings the pinned Node and installs the packages of the lock file. It runs before `npm
 * start` and `npm test` on any Node of the machine, without any dependency, and does nothing when all is in place.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = join(root, 'node_modules', '.lightstick-installed');
const linkedNode = join(root, 'node_modules', '.bin', 'node');
/** The oldest Node that can run this file, and with it npm. */
const oldest = { major: 20, minor: 19 };
const neededMajor = 24;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Hashes everything an installation depends on. The mark keeps it, so that a change of any of it installs again. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of ['package-lock.json', 'scripts/runtime/package-lock.json', 'scripts/setup.mjs']) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Brings the pinned Node's program. Where no package brings it (macOS), the machine's own Node serves when it is new
 * enough.
 *
 * @returns {string}
 */
function bringNode() {
  const folder = join(root, '.node');
  const program = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const lock = JSON.parse(readFileSync(join(root, 'scripts/runtime/package-lock.json'), 'utf8'));
  const pinned = lock.packages[`node_modules/${basename(dirname(dirname(program)))}`];
  if (pinned === undefined) {
    if (major >= neededMajor) return process.execPath;
    fail(
      `This project runs on Node ${neededMajor}, and this machine has ${process.version}. ` +
        `Install Node ${neededMajor} and try again.`,
    );
  }
  if (versionOf(program) === `v${pinned.version}`) return program;

  console.log(`Bringing Node ${pinned.version} …`);
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, 'scripts/runtime', file), join(folder, file));
  }
  npm(process.execPath, ['ci', '--ignore-scripts', '--include=optional'], folder);
  if (versionOf(program) !== `v${pinned.version}`)
    fail(`Node ${pinned.version} was installed in ${folder} but does not run.`);
  return program;
}

/** @param {string} program */
function versionOf(program) {
  if (!existsSync(program)) return undefined;
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim();
}

/**
 * Runs npm under the given Node. An older Node's npm would silently leave out the optional packages, such as this
 * platform's PostgreSQL, that ask for a newer one.
 *
 * @param {string} node
 * @param {string[]} options
 * @param {string} folder
 */
function npm(node, options, folder) {
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const script = process.env.npm_execpath;
  const known = script !== undefined && basename(script) === 'npm-cli.js' && existsSync(script);
  const [command, first] = known ? [node, [script]] : ['npm', []];
  const result = spawnSync(command, [...first, ...options, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`"npm ${options.join(' ')}" failed in ${folder}; what it said is above.`);
}

/**
 * Puts the pinned Node where npm's scripts look first. The package `node` would do so in its install script, but no
 * package's install script is run.
 *
 * @param {string} program
 */
function linkNode(program) {
  rmSync(linkedNode, { force: true });
  symlinkSync(relative(dirname(linkedNode), program), linkedNode);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function install() {
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
    fail(`Node ${oldest.major}.${oldest.minor} or newer is needed for the set-up, and this is ${process.version}.`);
  }
  const start = Date.now();
  const node = bringNode();
  console.log('Installing the packages of package-lock.json …');
  npm(node, ['ci', '--ignore-scripts', '--include=dev', '--include=optional'], root);
  linkNode(node);
  writeFileSync(mark, fingerprint());
  const seconds = (Date.now() - start) / 1000;
  console.log(`Set up in ${Math.round(seconds)} s.`);
  return seconds;
}

const installed = existsSync(mark) && existsSync(linkedNode) && readFileSync(mark, 'utf8') === fingerprint();
const seconds = installed ? 0 : install();
if (process.env.npm_lifecycle_event === 'pretest') {
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(join(root, 'reports', 'installation.json'), JSON.stringify({ seconds }));
}
