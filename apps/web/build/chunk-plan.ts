import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const moduleAt = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const entry = moduleAt('main.tsx');
const homeScreen = moduleAt('app/screens/home-screen.tsx');
const ownModules = moduleAt('');
const react = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/** What a module imports before it can run, itself included. */
function closureOf(id: string, context: Rolldown.ChunkingContext, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) closureOf(imported, context, found);
  return found;
}

function isLoadedOnDemand(id: string, context: Rolldown.ChunkingContext): boolean {
  return (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
}

/**
 * Decides which chunk a module goes to. Left alone, the bundler makes a chunk of every set of modules that the same
 * screens share: dozens of files of a few hundred bytes, which compress badly and cost a request each. So there are
 * `react` (changes with the libraries only), `start` (everything that the first screen needs; it is preloaded), and
 * `common` (what other screens share); everything else stays with the screen that uses it.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let first: ReadonlySet<string> | undefined;

  const isOnFirstScreen = (id: string, context: Rolldown.ChunkingContext) => {
    first ??= new Set([...closureOf(entry, context), ...closureOf(homeScreen, context)]);
    return first.has(id) && id !== entry && !isLoadedOnDemand(id, context);
  };
  return [
    { name: 'react', test: react, priority: 3 },
    {
      debugName: 'start',
      name: (id, context) => (isOnFirstScreen(id, context) ? 'start' : null),
      priority: 2,
    },
    {
      debugName: 'common',
      name: (id, context) => (id.startsWith(ownModules) && !isLoadedOnDemand(id, context) ? 'common' : null),
      minShareCount: 2,
      priority: 1,
    },
  ];
}
