/** Filled in at build time from the latest commit; see build/build-stamp.ts. */
declare const __LIGHTSTICK_BUILD__: {
  readonly commitId: string;
  readonly commitMessage: string;
  readonly builtAt: string;
};

declare module '*.css';

/** An asset's address in the build. */
declare module '*.svg' {
  const address: string;
  export default address;
}
