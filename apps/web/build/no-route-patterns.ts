/** Stands in for the router library's parser of route patterns: screens are found by their exact path (app/screens.ts). */
export function parse(): never {
  throw new Error('Routes have no patterns here: add the path to app/other-screens.tsx.');
}
