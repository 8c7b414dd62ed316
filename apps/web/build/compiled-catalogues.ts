import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { modulesOfHome } from './chunk-plan.ts';

const folder = fileURLToPath(new URL('../public/locales/', import.meta.url));

/** Compiles ICU messages to the token lists that the run time formats without a parser. */
export function compileCatalogue(catalogue: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, compileEntry(id, message)]));
}

function compileEntry(id: string, message: string): unknown {
  try {
    const tokens = compileMessageOrThrow(message);
    refuseOtherFormats(tokens);
    // Plain texts stay strings: half the size on the wire.
    return tokens.length === 1 && typeof tokens[0] === 'string' ? [tokens[0]] : tokens;
  } catch (cause) {
    throw new Error(`The message "${id}" is not valid ICU: ${message}`, { cause });
  }
}

/** The run time (src/lib/i18n/compose-message.ts) knows two formats. */
function refuseOtherFormats(tokens: unknown): void {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens.filter((one) => Array.isArray(one))) {
    const [name, format, cases = {}] = token as [string, string?, Record<string, unknown>?];
    if (format !== undefined && format !== 'number' && format !== 'plural')
      throw new Error(`{${name}, ${format}} is neither a number nor a plural.`);
    for (const inner of Object.values(cases)) refuseOtherFormats(inner);
  }
}

/** Lets the page decide whether the name of the product has spaces around in a Chinese sentence. */
function withGaps(name: string, text: string): string {
  if (!name.startsWith('zh_TW')) return text;
  return text.replaceAll(/(?<=\p{Script=Han}) (?=\{product\})|(?<=\{product\}) (?=\p{Script=Han})/gu, '{gap}');
}

/** Ids that are put together at run time: `task.period.${period}`. */
const assembled = /`([a-zA-Z]+\.[a-zA-Z.]*)\$\{/g;

/** Returns the text ids that a source names in quotes, completely or by their beginning. */
function idsIn(source: string, ids: readonly string[]): string[] {
  const starts = [...source.matchAll(assembled)].map(([, start]) => start ?? '');
  return ids.filter(
    (id) => source.includes(`'${id}'`) || source.includes(`"${id}"`) || starts.some((start) => id.startsWith(start)),
  );
}

/** Returns the texts of a catalogue that these sources use. */
export function textsSaidIn(sources: readonly string[], catalogue: Record<string, string>): Record<string, string> {
  const said = new Set(idsIn(sources.join('\n'), Object.keys(catalogue)));
  return Object.fromEntries(Object.entries(catalogue).filter(([id]) => said.has(id)));
}

/**
 * Serves the catalogues with parsed ICU messages, so that no parser reaches the browser and an invalid message breaks
 * the build. `en_US.json` stays whole beside `en_US.home.json`, for pages of earlier builds with other texts at home.
 */
export function compiledCatalogues(): Plugin {
  const read = (name: string) =>
    JSON.parse(withGaps(name, readFileSync(folder + name, 'utf8'))) as Record<string, string>;
  const compileToJson = (catalogue: Record<string, string>) => JSON.stringify(compileCatalogue(catalogue));
  const names = () => readdirSync(folder).filter((name) => name.endsWith('.json'));

  return {
    name: 'lightstick:compiled-catalogues',
    configureServer(server) {
      server.middlewares.use('/locales/', (request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1) ?? '';
        // Without a build, home's texts are unknown.
        const whole = name.replace(/\.home\.json$/, '.json');
        if (!names().includes(whole)) return next();
        response.setHeader('Content-Type', 'application/json').end(compileToJson(read(whole)));
      });
    },
    generateBundle() {
      const own = [...modulesOfHome(this)].filter((id) => /\.tsx?$/.test(id) && existsSync(id));
      const sources = own.map((id) => readFileSync(id, 'utf8'));
      for (const name of names()) {
        const catalogue = read(name);
        const home = textsSaidIn(sources, catalogue);
        if (Object.keys(home).length === 0) throw new Error(`Home says nothing of ${name}. Has its source moved?`);
        this.emitFile({ type: 'asset', fileName: `locales/${name}`, source: compileToJson(catalogue) });
        const homeName = name.replace(/\.json$/, '.home.json');
        this.emitFile({ type: 'asset', fileName: `locales/${homeName}`, source: compileToJson(home) });
      }
    },
  };
}
