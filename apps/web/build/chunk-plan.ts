import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import paths from './loaded-by-home.json' with { type: 'json' };

const moduleAt = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const main = moduleAt('main.tsx');
const homeScreen = moduleAt('app/screens/home-screen.tsx');
/** The chunks that home loads without a touch in its first seconds. A browser test checks the page against this list. */
export const loadedByHome = paths.map(moduleAt);
const ownModules = moduleAt('');
const contract = moduleAt('../../../packages/contract/');
/**
 * Modules that the first screen reaches by the front door of their library, which exports everything, and does not use.
 */
const onlyReached = new RegExp(
  String.raw`/@tanstack/(?:query-core|react-query)/.*/(?:(?:registering-)?(?:infiniteQueryBehavior|mutation)|` +
    String.raw`infiniteQueryObserver|mutationObserver|useInfiniteQuery|useMutation|useMutationState)\.js$`,
);
const react = /\/node_modules\/(?:react|react-dom|scheduler)\//;

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Returns the static import closure of a module, itself included. */
function closureOf(id: string, context: Modules, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) closureOf(imported, context, found);
  return found;
}

/** Returns every module of the first screen, of home's own later chunks, and of the entrance from a host. */
export function modulesOfHome(context: Modules): ReadonlySet<string> {
  const entries = [main, homeScreen, moduleAt('app/host/enter-host.ts'), ...loadedByHome];
  return new Set(entries.flatMap((entry) => [...closureOf(entry, context)]));
}

function isLoadedOnDemand(id: string, context: Rolldown.ChunkingContext): boolean {
  return (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
}

const isFile = (name: string) => /\.tsx?$/.test(name);

/** Returns the chunk of a module of ours that several chunks need. */
function sharedChunk(id: string): string | null {
  if (id.startsWith(contract) || onlyReached.test(id)) return 'common';
  if (!id.startsWith(ownModules)) return null;
  const [area, folder = '', part = ''] = id.slice(ownModules.length).split('/');
  if (area === 'features') return isFile(part) ? folder : `${folder}-${part}`;
  if (area === 'app') return isFile(folder) ? 'scenery' : `scenery-${folder}`;
  if ((area === 'lib' && folder === 'host') || (area === 'ui' && ['art', 'spend', 'proof'].includes(folder)))
    return folder;
  return 'common';
}

/**
 * Assigns modules to few chunks instead of the bundler's dozens: `react`, `start` (the first screen), `later` (what
 * home loads when idle), one per feature or app folder, host bridge, art, spending, proofs, `common`.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let first: ReadonlySet<string> | undefined;
  let later: ReadonlySet<string> | undefined;

  const isOnFirstScreen = (id: string, context: Rolldown.ChunkingContext) => {
    first ??= new Set([...closureOf(main, context), ...closureOf(homeScreen, context)]);
    return first.has(id) && id !== main && !isLoadedOnDemand(id, context) && !onlyReached.test(id);
  };
  const isLoadedByHome = (id: string, context: Rolldown.ChunkingContext) => {
    later ??= new Set(loadedByHome.flatMap((entry) => [...closureOf(entry, context)]));
    return later.has(id) && !isLoadedOnDemand(id, context) && !onlyReached.test(id);
  };
  return [
    { name: 'react', test: react, priority: 3 },
    {
      debugName: 'start',
      name: (id, context) => (isOnFirstScreen(id, context) ? 'start' : null),
      priority: 2,
    },
    {
      debugName: 'later',
      name: (id, context) => (isLoadedByHome(id, context) ? 'later' : null),
      minShareCount: 2,
      priority: 2,
    },
    {
      debugName: 'shared',
      name: (id, context) => (isLoadedOnDemand(id, context) ? null : sharedChunk(id)),
      minShareCount: 2,
      priority: 1,
    },
  ];
}
