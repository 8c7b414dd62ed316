/** The build of the page. */
export type BuildStamp = {
  /** Short commit id, or `unversioned` for a source tree without git. */
  readonly commitId: string;
  /** First line of the latest commit message; empty without git. */
  readonly commitMessage: string;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
};

/** Reads the page, so that a commit that changes no script changes no script's address: phones keep what they have. */
export function buildStamp(): BuildStamp {
  return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '') as BuildStamp;
}
