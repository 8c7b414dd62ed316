import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { loadedByHome } from '../../../build/chunk-plan.ts';

const source = fileURLToPath(new URL('../../', import.meta.url));
const locales = fileURLToPath(new URL('../../../public/locales/', import.meta.url));

type Catalogue = Record<string, string>;

const read = (name: string) => JSON.parse(readFileSync(join(locales, name), 'utf8')) as Catalogue;
const english = read('en_US.json');
const chinese = read('zh_TW.json');

/** All quoted strings of our own code, without tests. */
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(source, path), 'utf8'))
  .join('\n');

/** The placeholders of a message. */
function parameters(message: string): string[] {
  return [...new Set([...message.matchAll(/\{\s*(\w+)\s*(?=[,}])/g)].map(([, name]) => name ?? ''))].toSorted();
}

describe('the two catalogues', () => {
  test('have the same texts in the same order', () => {
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
    expect(Object.keys(english)).toEqual(Object.keys(english).toSorted());
  });

  test.each(Object.keys(english))('%s is a valid message that says something in both', (id) => {
    for (const message of [english[id], chinese[id]]) {
      expect(message?.trim()).toBeTruthy();
      expect(() => compileMessageOrThrow(message ?? '')).not.toThrow();
    }
  });

  test('take no parameter in Chinese that English does not give', () => {
    // A unit such as "ticket" has a plural in English only, so Chinese may use less.
    const invented = Object.entries(chinese).filter(([id, message]) => {
      // Every text may name the product.
      const given = [...parameters(english[id] ?? ''), 'product'];
      return parameters(message).some((name) => !given.includes(name));
    });
    expect(invented).toEqual([]);
  });

  test('speak Chinese in Chinese', () => {
    const sameInBoth = Object.keys(english).filter((id) => english[id] === chinese[id]);
    const wordless = sameInBoth.filter((id) => !/[a-z]{3}/i.test((english[id] ?? '').replaceAll(/\{[^}]*\}/g, '')));
    expect(sameInBoth.filter((id) => !wordless.includes(id))).toEqual(['studio.connection.mbit', 'tasks.tab.discord']);
  });
});

/** Ids that are put together at run time: `task.period.${period}`. */
const assembled = [...code.matchAll(/`([a-zA-Z]+\.[a-zA-Z.]*)\$\{/g)].map(([, start]) => start ?? '');

describe('every text', () => {
  test('that the code names is in the catalogue', () => {
    const named = [...code.matchAll(/(?<![\w.])(?:t|text)\('([^']+)'/g)].map(([, id]) => id ?? '');
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((id) => !(id in english))).toEqual([]);
  });

  test('of a part that does not wait for all texts is among those of home', () => {
    const parts = [...code.matchAll(/homePart\(\(\) => import\('(?:\.\.?\/)*([^']+)'\)/g)].map(
      ([, path]) => path ?? '',
    );
    const known = ['screens/home-screen.tsx', ...loadedByHome];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.filter((part) => !known.some((path) => path.endsWith(part)))).toEqual([]);
  });

  test('in the catalogue is used', () => {
    // A closing quote is left to open the next match, because an apostrophe may have opened this one.
    const quoted = new Set([...code.matchAll(/'([^'\n]+)(?=')/g)].map(([, text]) => text));
    const unused = Object.keys(english).filter(
      (id) => !quoted.has(id) && !assembled.some((start) => id.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});
