/** Settings of the build, read by Vite from the environment and from `.env` files beside vite.config.ts. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be added to.
interface ImportMeta {
  readonly env: {
    /** The API's address, when not that of the page: a path or an origin. See lib/api/api-address.ts. */
    readonly VITE_API_BASE_URL?: string;
    /** `true` puts the wallet in `window.ethereum` before announced ones. */
    readonly VITE_PREFER_WINDOW_ETHEREUM?: string;
  };
}

/** Assets' addresses in the build. */
declare module '*.css?url' {
  const address: string;
  export default address;
}

declare module '*.py?url' {
  const address: string;
  export default address;
}

declare module '*.svg' {
  const address: string;
  export default address;
}

/** The package has the types of its light build only under its own name. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}

/** Pairs of characters, as `蘇 苏|瑪 玛`. */
declare module 'opencc-js/dict/*' {
  const pairs: string;
  export default pairs;
}
