import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  isCallExpression,
  isIdentifier,
  isImportDeclaration,
  isNamedImports,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  type ImportDeclaration,
  type Node,
  ScriptTarget,
} from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const server = 'apps/server/src';
/** The only file that asks the machine for the time. */
const home = `${server}/lib/clock.ts`;

const timers = new Set(['setTimeout', 'setInterval']);
const timerModules = new Set(['timers', 'node:timers', 'timers/promises', 'node:timers/promises']);

/** Uses of the machine's time in a source text, each with its text. */
function usesOfTime(file: string, text: string): string[] {
  const found: string[] = [];
  const source = createSourceFile(file, text, ScriptTarget.Latest, true);
  const collect = (node: Node): void => {
    if (usesTime(node)) found.push(`${file}: ${node.getText(source)}`);
    else forEachChild(node, collect);
  };
  collect(source);
  return found;
}

function usesTime(node: Node): boolean {
  if (isImportDeclaration(node)) return importsTimers(node);
  if (isNewExpression(node)) return isNamed(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0;
  if (isCallExpression(node)) return isNamed(node.expression, 'Date');
  if (isPropertyAccessExpression(node)) {
    const { expression, name } = node;
    if (isNamed(expression, 'Date')) return name.text === 'now';
    if (isNamed(expression, 'globalThis')) return timers.has(name.text) || name.text === 'performance';
    return isNamed(expression, 'process') && name.text === 'hrtime';
  }
  if (!isIdentifier(node) || (isPropertyAccessExpression(node.parent) && node.parent.name === node)) return false;
  return timers.has(node.text) || node.text === 'performance';
}

/**
 * Returns whether a file imports timers. `setImmediate` does not count: it lets other work go first and waits for no
 * time.
 */
function importsTimers({ moduleSpecifier, importClause }: ImportDeclaration): boolean {
  if (!isStringLiteral(moduleSpecifier) || !timerModules.has(moduleSpecifier.text)) return false;
  const bindings = importClause?.namedBindings;
  if (!bindings || !isNamedImports(bindings)) return true;
  return bindings.elements.some(({ propertyName, name }) => (propertyName ?? name).text !== 'setImmediate');
}

function isNamed(node: Node, name: string): boolean {
  return isIdentifier(node) && node.text === name;
}

describe('the time of the server', () => {
  it.each([
    ['const at = new Date();'],
    ['const at = new Date;'],
    ['const at = Date();'],
    ['const atMs = Date.now();'],
    ['const now = Date.now;'],
    ['const atMs = performance.now();'],
    ['const spent = process.hrtime.bigint();'],
    ['setTimeout(() => undefined, 10);'],
    ['const timer = globalThis.setInterval(() => undefined, 10);'],
    ["import { setTimeout as pause } from 'node:timers/promises';"],
    ["import timers from 'node:timers';"],
  ])('is found outside its file: %s', (planted) => {
    expect(usesOfTime('planted.ts', planted)).toHaveLength(1);
  });

  it.each([
    ['const at = new Date(ms);'],
    ['const atMs = Date.parse(text) + Date.UTC(2026, 1);'],
    ['socket.setTimeout(1000);'],
    ["import { setImmediate as nextTurn } from 'node:timers/promises';"],
    ['setImmediate(pump);'],
  ])('is not what only looks like it: %s', (allowed) => {
    expect(usesOfTime('planted.ts', allowed)).toEqual([]);
  });

  it('comes from one file', { timeout: 60_000 }, () => {
    const files = globSync(`${server}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(300);
    const uses = files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      // Reading the syntax takes longest, and few files have a word of it.
      const mayUse = /\bDate(?:\.now|\s*\(\s*\)|\s*[;,)])|performance|setTimeout|setInterval|hrtime|timers/.test(text);
      return file !== home && mayUse ? usesOfTime(file, text) : [];
    });
    expect(uses).toEqual([]);
    expect(usesOfTime(home, readFileSync(join(root, home), 'utf8'))).not.toEqual([]);
  });
});
