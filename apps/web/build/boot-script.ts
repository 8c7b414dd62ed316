import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { chunksAhead } from './chunks-ahead.ts';

const source = fileURLToPath(new URL('../src/boot/boot.ts', import.meta.url));
/** Where the development server has it. */
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

/** Without types, and without the mark by which a file that imports only types stays a module. */
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
