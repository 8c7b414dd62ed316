import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { createSourceFile, forEachChild, isRegularExpressionLiteral, type Node, ScriptTarget } from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The regular expressions that a file has as literals. */
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

/** What makes a pattern take more than linear time: a run that is read again from each of its places, or in several ways. */
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
  ])('is found where it %s', (_, pattern) => {
    expect(faultsOf(String(pattern))).not.toEqual([]);
  });

  it('takes time in proportion to the text', { timeout: 60_000 }, () => {
    const files = globSync('{apps/*,packages/*}/src/**/*.{ts,tsx}', { cwd: root });
    const patterns = new Set(files.filter((file) => !/\.test\.tsx?$/.test(file)).flatMap(patternsOf));
    expect(patterns.size).toBeGreaterThan(350);
    expect([...patterns].flatMap(faultsOf)).toEqual([]);
  });
});
