import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = join(dirname(createRequire(import.meta.url).resolve('@tanstack/query-core')), '../modern');

/** A part that a file of the first screen imports, and that nothing uses before another file is loaded. */
const parts = [
  {
    file: 'infiniteQueryBehavior.js',
    importedBy: '/query-core/build/modern/query.js',
    usedWith: '/infiniteQueryObserver.js',
    stub: 'export const infiniteQueryBehavior = (pages) => part.infiniteQueryBehavior(pages);',
  },
  {
    file: 'mutation.js',
    importedBy: '/mutationCache.js',
    usedWith: '/mutationObserver.js',
    // A constructor that returns an object: `new Mutation()` gives an instance of the class that came later.
    stub: 'export function Mutation(config) { return new part.Mutation(config); }',
  },
].map((part) => ({
  ...part,
  path: join(library, part.file),
  registry: `\0${join(library, `later-${part.file}`)}`,
  registering: `\0${join(library, `registering-${part.file}`)}`,
}));

/**
 * Keeps the paging of infinite queries, and mutations, out of the first screen: the library imports them for all queries.
 * Each comes with the observer without which it has no use.
 */
export function queryPartsApart(): Plugin {
  return {
    name: 'lightstick:query-parts-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const found = parts.find(({ file, registry }) => source === registry || source.endsWith(`/${file}`));
      if (!found || source === found.registry) return found?.registry;
      if (importer?.endsWith(found.importedBy)) return found.registry;
      return importer?.endsWith(found.usedWith) ? found.registering : undefined;
    },
    load(id) {
      const stubbed = parts.find(({ registry }) => id === registry);
      if (stubbed) return `let part;\nexport const register = (loaded) => { part = loaded; };\n${stubbed.stub}`;
      const registered = parts.find(({ registering }) => id === registering);
      if (!registered) return undefined;
      const path = JSON.stringify(registered.path);
      return `import * as part from ${path};
import { register } from ${JSON.stringify(registered.registry)};
register(part);
export * from ${path};`;
    },
  };
}
