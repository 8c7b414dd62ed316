import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { createSourceFile, forEachChild, isRegularExpressionLiteral, type Node, ScriptTarget } from 'typescript';
import { describe, expect, it } from 'vitest';
import { alternatives } from '../apps/server/src/lib/language-file.ts';
import { readYaml } from '../apps/server/src/modules/content/yaml-file.ts';

const root = join(import.meta.dirname, '..');

/** Returns the regular expressions that a file has as literals. */
function patternsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  // Most files have no slash that could begin one, and reading their syntax takes longest.
  if (!/(?<![\w)*/])\/[^/*\s]/.test(text)) return [];
  const found: string[] = [];
  const collect = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) found.push(node.text);
    forEachChild(node, collect);
  };
  collect(createSourceFile(file, text, ScriptTarget.Latest));
  return found;
}

/** Returns the patterns of a language file. */
function patternsIn(written: unknown): string[] {
  if (typeof written !== 'object' || written === null) return [];
  const read = alternatives.safeParse(written);
  return read.success ? [String(read.data)] : Object.values(written).flatMap(patternsIn);
}

/**
 * Returns why a pattern takes more than linear time: a run is read again from each of its places, or in several ways.
 */
function faultsOf(literal: string): string[] {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  return reports.map(({ type, character }) => `${literal}: ${type} of ${character.literal.source}`);
}

describe('a pattern that the product applies to a text', () => {
  it.each([
    ['reads a run again from each of its places', /[a-z0-9-]+(?:\.[a-z0-9-]+)+/],
    ['divides a run in each possible way', /^\d+\d+x/],
    ['repeats what repeats', /^(?:a+)+$/],
  ])('is found where it %s', (_, literal) => {
    expect(faultsOf(String(literal))).not.toEqual([]);
  });

  it('is found where a language file has it', () => {
    const { contents } = readYaml('planted.yaml', 'calm: { any: [a] }\nsorts: [{ flags: u, any: [b, "(?:a+)+$"] }]');
    expect(patternsIn(contents)).toEqual(['/a/', '/b|(?:a+)+$/u']);
    expect(patternsIn(contents).flatMap(faultsOf)).not.toEqual([]);
  });

  it('takes time in proportion to the text', { timeout: 60_000 }, () => {
    const files = globSync('{apps/*,packages/*}/src/**/*.{ts,tsx}', { cwd: root });
    const patterns = new Set(files.filter((file) => !/\.test\.tsx?$/.test(file)).flatMap(patternsOf));
    expect(patterns.size).toBeGreaterThan(350);
    const languageFiles = globSync('apps/server/src/modules/**/*.yaml', { cwd: root });
    const written = new Set(
      languageFiles.flatMap((file) => patternsIn(readYaml(file, readFileSync(join(root, file), 'utf8')).contents)),
    );
    expect(written.size).toBeGreaterThan(25);
    expect([...patterns, ...written].flatMap(faultsOf)).toEqual([]);
  });
});
