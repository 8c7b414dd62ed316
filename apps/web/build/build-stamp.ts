import { execFileSync } from 'node:child_process';

/** Which build this is: shown in the footer, sent as X-VersionCode and served as /version.json. */
export type BuildStamp = {
  /** Short commit id, or `unversioned` for a source tree without git. */
  readonly commitId: string;
  /** First line of the latest commit message; empty without git. */
  readonly commitMessage: string;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
};

/** Reads the latest commit. A tarball without git still builds: the footer then says so. */
export function buildStamp(): BuildStamp {
  const builtAt = new Date().toISOString();
  try {
    const log = execFileSync('git', ['log', '-1', '--format=%h%n%s'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [commitId = '', commitMessage = ''] = log.split('\n');
    return { commitId, commitMessage, builtAt };
  } catch {
    return { commitId: 'unversioned', commitMessage: '', builtAt };
  }
}
