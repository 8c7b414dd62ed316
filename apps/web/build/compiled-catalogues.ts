import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('../public/locales/', import.meta.url));

/** An ICU message as the token list that the run time formats without a parser. */
export function compileCatalogue(catalogue: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, compileEntry(id, message)]));
}

function compileEntry(id: string, message: string): unknown {
  try {
    const tokens = compileMessageOrThrow(message);
    // Plain texts stay strings: half the size on the wire.
    return tokens.length === 1 && typeof tokens[0] === 'string' ? [tokens[0]] : tokens;
  } catch (cause) {
    throw new Error(`The message "${id}" is not valid ICU: ${message}`, { cause });
  }
}

/**
 * Serves the catalogues of `public/locales` with their ICU messages already parsed, so that the parser (9 KB gzipped)
 * never reaches the browser and a broken message breaks the build instead of a screen.
 */
export function compiledCatalogues(): Plugin {
  const compiled = (name: string) =>
    JSON.stringify(compileCatalogue(JSON.parse(readFileSync(folder + name, 'utf8')) as Record<string, string>));
  const names = () => readdirSync(folder).filter((name) => name.endsWith('.json'));

  return {
    name: 'lightstick:compiled-catalogues',
    configureServer(server) {
      server.middlewares.use('/locales/', (request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        if (!names().includes(name)) return next();
        response.setHeader('Content-Type', 'application/json').end(compiled(name));
      });
    },
    generateBundle() {
      for (const name of names()) {
        this.emitFile({ type: 'asset', fileName: `locales/${name}`, source: compiled(name) });
      }
    },
  };
}
