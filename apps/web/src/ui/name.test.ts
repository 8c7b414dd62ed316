import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** An expression of JSX that prints a name and nothing else, with the tag around it. */
const printed = /<(\w[\w.]*)(?:\s[^<>]*?(?:=>[^<>]*?)*)?(?<!\/)>\s*\{(?:[\w.]+\.)?(?:name|nickname)\}/g;

test('screens print names of fans, idols and teams in the direction of their script', () => {
  const files = globSync('{app,features,ui}/**/*.tsx', { cwd: source });
  const found = files.flatMap((path) =>
    [...readFileSync(join(source, path), 'utf8').matchAll(printed)].map(([text, tag]) => ({ path, tag, text })),
  );
  expect(found.filter(({ tag }) => tag === 'Name').length).toBeGreaterThan(20);
  // These are names of sites, files and ways to sign in, which the product has chosen.
  const ours = /^(?:app\/screens\/my-accounts-screen|features\/identity\/(?:data-export|security)\/[\w-]+)\.tsx$/;
  // The one title of a screen has the direction of its text, and is also the name of the tab.
  const hasDirection = (tag = '') => ['Name', 'ScreenTitle'].includes(tag);
  expect(found.filter(({ path, tag }) => !hasDirection(tag) && !ours.test(path))).toEqual([]);
});
