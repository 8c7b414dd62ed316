import { execFileSync } from 'node:child_process';
import type { Plugin } from 'vite';
import type { BuildStamp } from '../src/lib/build-stamp.ts';

/** Reads the latest commit: without git COMMIT names it, as in a build of the image. A tarball builds too; the footer says so. */
export function latestCommit(): BuildStamp {
  const builtAt = new Date().toISOString();
  try {
    const log = execFileSync('git', ['log', '-1', '--format=%h%n%s'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [commitId = '', commitMessage = ''] = log.split('\n');
    return { commitId, commitMessage, builtAt };
  } catch {
    const commitId = process.env['COMMIT']?.slice(0, 8) || 'unversioned';
    return { commitId, commitMessage: '', builtAt };
  }
}

/** Says in each page which build it is; src/lib/build-stamp.ts reads it. */
export function stampPages(stamp: BuildStamp): Plugin {
  return {
    name: 'lightstick:stamped-pages',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'build', content: JSON.stringify(stamp) } }],
  };
}

/** Writes /version.json, by which a page that fails to load a chunk learns that there is a newer build. */
export function versionFile(stamp: BuildStamp): Plugin {
  return {
    name: 'lightstick:version-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: `${JSON.stringify(stamp)}\n` });
    },
  };
}
