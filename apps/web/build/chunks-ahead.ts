import type { HtmlTagDescriptor, Rolldown } from 'vite';
import { writtenPages } from '../src/app/pages/written-pages.ts';

type Chunk = Rolldown.OutputChunk;

const screenSource = /\/src\/app\/screens\/(.+)-screen\.tsx$/;
const writtenPageSource = /\/src\/app\/pages\/written-page\.tsx$/;
/** Loads every screen that is not one of the five places. */
const otherScreensSource = /\/src\/app\/other-screens\.tsx$/;

/**
 * The head's chunk links and the pre-paint script's table of each screen's chunks, `/task=task-screen-Hash
 * common-Hash;/mall=…` (quotes would need escaping). It is in the uncached page, because it would change a script's name
 * with every chunk.
 */
export function chunksAhead(main: Chunk, chunks: readonly Chunk[]): HtmlTagDescriptor[] {
  const always = filesOf([main], chunks);
  const others = chunks.find(({ facadeModuleId }) => otherScreensSource.test(facadeModuleId ?? ''));
  if (!others) throw new Error('No chunk is the table of the other screens: has app/other-screens.tsx moved?');

  const lines = chunks.flatMap((chunk) => {
    const routes = routesOf(chunk);
    if (routes.length === 0) return [];
    const way = others.dynamicImports.includes(chunk.fileName) ? [chunk, others] : [chunk];
    const needed = [...filesOf(way, chunks)].filter((file) => !always.has(file));
    return routes.map((route) => `${route}=${needed.map(nameOf).join(' ')}`);
  });
  if (!lines.some((line) => line.startsWith('/='))) {
    throw new Error('No chunk is the home screen: has app/screens/home-screen.tsx moved?');
  }
  return [
    { tag: 'meta', attrs: { name: 'chunks', content: lines.join(';') } },
    // At low priority: what paints the stage goes first.
    ...[...always].map((file) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${file}` },
    })),
  ];
}

/** The files of chunks and of all that these import before they can run. */
function filesOf(wanted: readonly Chunk[], chunks: readonly Chunk[]): ReadonlySet<string> {
  const files = new Set<string>();
  const queue = [...wanted];
  for (let chunk = queue.shift(); chunk; chunk = queue.shift()) {
    if (files.has(chunk.fileName)) continue;
    files.add(chunk.fileName);
    const { imports } = chunk;
    queue.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return files;
}

/** The routes of a screen's chunk, by the name of its source: `task-screen.tsx` is `/task`, and home is `/`. */
function routesOf(chunk: Chunk): string[] {
  if (writtenPageSource.test(chunk.facadeModuleId ?? '')) return Object.keys(writtenPages).map((slug) => `/${slug}`);
  const name = screenSource.exec(chunk.facadeModuleId ?? '')?.[1];
  if (name === undefined || name === 'not-found') return [];
  return [name === 'home' ? '/' : `/${name}`];
}

/** Without the folder and the extension, which are the same for all. */
function nameOf(file: string): string {
  return file.replace(/^assets\//, '').replace(/\.js$/, '');
}
