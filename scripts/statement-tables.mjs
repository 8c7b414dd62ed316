import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** @typedef {{ rule: string, from: string, to: string }} Violation */
/** @typedef {typeof import('./table-owners.mjs')} Owners */

export const door = 'tables-are-read-through-the-door';
export const oneOwner = 'tables-have-one-owner';
export const boundLock = 'locks-reach-no-other-module';

const modules = 'apps/server/src/modules';
const schema = 'apps/server/src/db/schema.ts';
const list = 'scripts/table-owners.mjs';

const builderCall = new RegExp(
  '^(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|from|using|table' +
    '|(?:inner|left|right|full|cross)Join(?:Lateral)?)$',
);

const named = String.raw`(?:ledger\.)?"?[a-z_][a-z_0-9]*"?(?:\s+(?:as\s+)?[a-z_0-9"]+)?`;
/** A table follows each of these words, and a list of tables follows some. What looks like an alias may be the next word. */
const clause = new RegExp(
  String.raw`\b(?:from|join|update|into|using|table)\s+(?:only\s+|public\.)*(?=(${named}(?:\s*,\s*${named})*))`,
  'gi',
);

/**
 * The names after FROM, JOIN, UPDATE, INTO, USING and TABLE in a piece of SQL: of tables and of common table expressions.
 *
 * @param {string} text
 */
function namesInSql(text) {
  const withoutComments = text.replaceAll(/--.*/g, '');
  return [...withoutComments.matchAll(clause)].flatMap(([, names = '']) => names.split(',').map(firstWord));
}

const firstWord = (/** @type {string} */ text) => text.trim().split(/\s/)[0]?.replaceAll('"', '') ?? '';

/**
 * @param {import('typescript').Node} node
 * @returns {string[]}
 */
function textsOf(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => textsOf(element));
  return [];
}

/**
 * The names that stand where a statement of this file names a table.
 *
 * @param {string} file
 * @param {string} text
 */
function tablesNamedIn(file, text) {
  /** @type {Set<string>} */
  const found = new Set();
  const collect = (/** @type {import('typescript').Node} */ node) => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) for (const name of namesInSql(node.text)) found.add(name);
    if (ts.isTemplateExpression(node)) {
      // A parameter or a fragment is no name, and ends a list of names.
      const sql = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join(' ? ');
      for (const name of namesInSql(sql)) found.add(name);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      if (first && builderCall.test(node.expression.name.text))
        for (const one of textsOf(first)) found.add(firstWord(one));
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'table') {
      for (const one of textsOf(node.initializer)) found.add(one);
    }
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

const openLock = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?!\s+of\b)/i;
const lockOfBuilder = /^for(?:NoKeyUpdate|Update|KeyShare|Share)$/;
/** What the door of a module hands out to be joined. */
const fragment = /\b[a-z]\w*Rows\b/;

/**
 * Whether a file joins rows of another module in a statement that locks without OF, which would lock all of them.
 *
 * @param {string} file
 * @param {string} text
 */
function locksFragment(file, text) {
  let found = false;
  const look = (/** @type {import('typescript').Node} */ node) => {
    if (ts.isTemplateExpression(node)) {
      const isJoined = node.templateSpans.some(({ expression }) => fragment.test(expression.getText()));
      found ||= isJoined && openLock.test(node.getText());
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      found ||= lockOfBuilder.test(name.text) && node.arguments.length === 0 && fragment.test(expression.getText());
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

const anyTable = 'any table';

/** @param {Owners['exceptions'][number]} exception */
function usesOf({ place, tables = [anyTable] }) {
  return tables.map((table) => `${place}: ${table}`);
}

/**
 * Statements of modules that name or lock tables of others, and exceptions that no statement needs.
 *
 * @param {string} root the project's folder
 * @param {Owners} owners
 * @returns {Promise<Violation[]>}
 */
export async function findForeignTables(root, { tablesOf, exceptions }) {
  const ownerOf = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));
  const unused = new Set(exceptions.flatMap(usesOf));
  const allowed = new Set(unused);
  /** @type {Violation[]} */
  const violations = [];
  for await (const file of glob(`${modules}/*/**/*.{store,view}.ts`, { cwd: root })) {
    const place = file.slice(modules.length + 1);
    const [module] = place.split('/');
    const text = await readFile(join(root, file), 'utf8');
    if (locksFragment(file, text)) violations.push({ rule: boundLock, from: file, to: 'a lock without OF' });
    for (const table of tablesNamedIn(file, text)) {
      const owner = ownerOf.get(table);
      if (owner === undefined || owner === module) continue;
      const uses = [`${place}: ${table}`, `${place}: ${anyTable}`];
      for (const use of uses) unused.delete(use);
      if (!uses.some((use) => allowed.has(use)))
        violations.push({ rule: door, from: file, to: `${table} of ${owner}` });
    }
  }
  return [
    ...violations,
    ...[...unused].map((use) => ({ rule: door, from: list, to: `${use} is no exception any more` })),
  ];
}

/**
 * Returns the tables of the schema `public` that no module owns (those of the ledger need no owner), and the entries of the
 * list that name no table or a table twice.
 *
 * @param {string} root the project's folder
 * @param {Pick<Owners, 'tablesOf'>} owners
 * @returns {Promise<Violation[]>}
 */
export async function compareWithSchema(root, { tablesOf }) {
  if (!existsSync(join(root, schema))) return [{ rule: oneOwner, from: list, to: `${schema} is not there` }];
  const [, database = ''] = (await readFile(join(root, schema), 'utf8')).split('export interface DB {');
  const tables = new Set([...database.matchAll(/^ {2}'?([\w.]+)'?: /gm)].map(([, table = '']) => table));
  const listed = Object.values(tablesOf).flat();
  const twice = listed.filter((table, place) => listed.indexOf(table) !== place);
  return [
    ...[...tables]
      .filter((table) => !table.startsWith('ledger.') && !listed.includes(table))
      .map((table) => [schema, `${table} has no owner`]),
    ...listed.filter((table) => !tables.has(table)).map((table) => [list, `${table} is no table`]),
    ...twice.map((table) => [list, `${table} has two owners`]),
  ].map(([from = '', to = '']) => ({ rule: oneOwner, from, to }));
}
