import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { writtenPages } from '../src/app/pages/written-pages.ts';

const source = fileURLToPath(new URL('../src/boot/boot.ts', import.meta.url));
/** The address on the development server. */
const devAddress = '/boot.js';
/** First in the head: browsers search only the first kilobyte for it. */
const charset: HtmlTagDescriptor = { tag: 'meta', attrs: { charset: 'utf-8' } };

const mainTag = /<script type="module" crossorigin src="(?<address>[^"]+)"><\/script>\s*/;

/**
 * Adds the pre-paint script to the head as a blocking classic file (the CSP forbids inline scripts, and a module runs after
 * the first paint) and its chunk table before it. It then starts the application's script.
 */
export function bootScript(): Plugin {
  let building = false;
  return {
    name: 'lightstick:boot-script',
    configResolved(config) {
      building = config.command === 'build';
    },
    configureServer(server) {
      server.middlewares.use(devAddress, (_request, response, next) => {
        classicScript().then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
    buildStart() {
      if (building) this.emitFile({ type: 'chunk', id: source, name: 'boot' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        if (!context.bundle) return { html, tags: [bootTag(devAddress)] };
        const chunks = Object.values(context.bundle).filter((output) => output.type === 'chunk');
        const address = mainTag.exec(html)?.groups?.['address'];
        if (address === undefined) throw new Error('index.html names no script of the application.');
        const main: HtmlTagDescriptor = { tag: 'meta', attrs: { name: 'main', content: address } };
        const boot = bootTag(`/${chunkOf(chunks, /src\/boot\/boot\.ts$/).fileName}`);
        return {
          html: html.replace(mainTag, '').replace(/<meta charset="[^"]*" \/>\s*/, ''),
          tags: [charset, main, ...chunksAhead(chunkOf(chunks, /\/index\.html$/), chunks), boot],
        };
      },
    },
  };
}

/** Strips the types, and the mark by which a file that imports only types stays a module. */
async function classicScript(): Promise<string> {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { sourcemap: false });
  return code.replace(/^export \{\};?$/m, '');
}

function bootTag(src: string): HtmlTagDescriptor {
  return { tag: 'script', attrs: { src } };
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: RegExp): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId !== null && module.test(facadeModuleId));
  if (!chunk) throw new Error(`No chunk of the bundle begins at ${module.source}.`);
  return chunk;
}

type Chunk = Rolldown.OutputChunk;

const screenSource = /\/src\/app\/screens\/(.+)-screen\.tsx$/;
const writtenPageSource = /\/src\/app\/pages\/written-page\.tsx$/;
/** Loads every screen that is not one of the five places. */
const otherScreensSource = /\/src\/app\/other-screens\.tsx$/;

/**
 * Writes the head's chunk links and the pre-paint script's table of each screen's chunks, `/task=task-screen-Hash
 * common-Hash;…` (quotes would need escaping). In the uncached page it changes no script's name.
 */
function chunksAhead(main: Chunk, chunks: readonly Chunk[]): HtmlTagDescriptor[] {
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
    // At low priority, after the files that paint the stage.
    ...[...always].map((file) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${file}` },
    })),
  ];
}

/** Returns the files of chunks and of all that these import before they can run. */
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

/** Returns the routes of a screen's chunk, by the name of its source: `task-screen.tsx` is `/task`, and home is `/`. */
function routesOf(chunk: Chunk): string[] {
  if (writtenPageSource.test(chunk.facadeModuleId ?? '')) return Object.keys(writtenPages).map((slug) => `/${slug}`);
  const name = screenSource.exec(chunk.facadeModuleId ?? '')?.[1];
  if (name === undefined || name === 'not-found') return [];
  return [name === 'home' ? '/' : `/${name}`];
}

/** Strips the folder and the extension, which are the same for all. */
function nameOf(file: string): string {
  return file.replace(/^assets\//, '').replace(/\.js$/, '');
}
