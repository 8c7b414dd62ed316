import type { HtmlTagDescriptor, Rolldown } from 'vite';

type Chunks = readonly Rolldown.OutputChunk[];

const screen = /\/src\/app\/screens\/(.+)-screen\.tsx$/;

/** A chunk and all that it imports before it can run. */
function closureOf(chunk: Rolldown.OutputChunk, chunks: Chunks, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = chunks.find(({ fileName }) => fileName === name);
    if (imported) closureOf(imported, chunks, found);
  }
  return found;
}

/** The route of a screen's chunk, by the name of its source: `task-screen.tsx` is `/task`, and home is `/`. */
function routeOf(chunk: Rolldown.OutputChunk): string | undefined {
  const name = screen.exec(chunk.facadeModuleId ?? '')?.[1];
  if (name === undefined || name === 'not-found') return undefined;
  return name === 'home' ? '/' : `/${name}`;
}

/**
 * What the page's head says about chunks, so that nothing is asked for only once something else has run: links to what
 * every screen needs, and for the pre-paint script a table of what each screen needs besides, written as
 * `/task=task-screen-Hash common-Hash;/mall=…` because quotes would have to be escaped. The table stands in the page, which is never cached, and not in a script, whose name would then change with every chunk.
 */
export function chunksAhead(main: Rolldown.OutputChunk, chunks: Chunks): HtmlTagDescriptor[] {
  const always = closureOf(main, chunks);
  const table = new Map<string, string>();
  for (const chunk of chunks) {
    const route = routeOf(chunk);
    if (route !== undefined) {
      const needed = [...closureOf(chunk, chunks)].filter((file) => !always.has(file));
      table.set(route, needed.map(nameOf).join(' '));
    }
  }
  if (!table.has('/')) throw new Error('No chunk is the home screen: has app/screens/home-screen.tsx moved?');
  return [
    {
      tag: 'meta',
      attrs: { name: 'chunks', content: [...table].map(([route, names]) => `${route}=${names}`).join(';') },
    },
    ...[...always].map((file) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${file}` },
    })),
  ];
}

/** Without the folder and the extension, which are the same for all. */
function nameOf(file: string): string {
  return file.replace(/^assets\//, '').replace(/\.js$/, '');
}
