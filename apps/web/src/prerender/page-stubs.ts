/** Stands in for what the app's modules look for in a page, where there is none. Imported before all of them. */

/** The address of the screen that is being drawn. */
export const place = { pathname: '/', search: '', hash: '' };

/** The page's build, for calls and the footer. */
const build = { content: '' };

/** The brand under which it is drawn. */
const dataset: Record<string, string> = {};

const documentStub = { documentElement: { lang: '', dataset }, cookie: '', querySelector: () => build };

/** A phone's width, and no wish for less motion: as most first frames are. */
const looks = {
  innerWidth: 390,
  matchMedia: () => ({ matches: false }),
  getComputedStyle: () => ({ fontSize: '16px' }),
};

/** Nothing was handed on from a screen before. */
const history = { state: null };

Object.assign(globalThis, { location: place, document: documentStub, history, ...looks });

export function setBrand(brand: string): void {
  dataset['brand'] = brand;
}

export function setBuild(stamp: string): void {
  build.content = stamp;
}
