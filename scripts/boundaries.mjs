import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { boundLock, compareWithSchema, door, findForeignTables, oneOwner } from './statement-tables.mjs';
import * as owners from './table-owners.mjs';

const require = createRequire(import.meta.url);
const { forbidden = [], options } = /** @type {import('dependency-cruiser').IConfiguration} */ (
  require('../.dependency-cruiser.cjs')
);

const folders = ['packages', 'apps', 'e2e', 'bench', 'scripts'];

/** Far fewer files would mean that the tool did not understand TypeScript, and saw no violation for that reason. */
export const fewestModules = 300;

/** The names of all rules. */
export const ruleNames = [...forbidden.map((rule) => rule.name), door, oneOwner, boundLock];

const sqlHome = 'sql-has-one-home';
const statement =
  /\.(?:(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom|executeQuery)\(|query[<(])/;

/**
 * Finds statements in the text, because a database comes as a parameter and a file needs no import for it.
 *
 * @param {string} root the project's folder
 */
async function findStatements(root) {
  const from = forbidden.find(({ name }) => name === sqlHome)?.from;
  if (!from?.path || !from.pathNot) throw new Error(`No rule ${sqlHome} says where statements may stand.`);
  const isOf = (/** @type {string | readonly string[]} */ patterns, /** @type {string} */ file) =>
    [patterns].flat().some((pattern) => new RegExp(pattern).test(file));
  const violations = [];
  for await (const file of glob('apps/server/src/**/*.ts', { cwd: root })) {
    if (!isOf(from.path, file) || isOf(from.pathNot, file)) continue;
    const found = statement.exec(await readFile(join(root, file), 'utf8'));
    if (found) violations.push({ rule: sqlHome, from: file, to: found[0] });
  }
  return violations;
}

/**
 * Checks every import of the project against the rules of .dependency-cruiser.cjs, where statements stand, and whose tables
 * they name.
 *
 * @param {string} root the project's folder
 * @returns {Promise<{ moduleCount: number, violations: { rule: string, from: string, to: string }[] }>}
 */
export async function findViolations(root) {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(present, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text instead of its findings.');
  return {
    moduleCount: output.modules.filter(({ source }) => present.some((folder) => source.startsWith(`${folder}/`)))
      .length,
    violations: [
      ...output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...(await findStatements(root)),
      ...(await findForeignTables(root, owners)),
      ...(await compareWithSchema(root, owners)),
    ],
  };
}
