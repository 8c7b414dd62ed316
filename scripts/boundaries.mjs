import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';

const require = createRequire(import.meta.url);
const { forbidden = [], options } = /** @type {import('dependency-cruiser').IConfiguration} */ (
  require('../.dependency-cruiser.cjs')
);

const folders = ['packages', 'apps', 'e2e', 'bench', 'scripts'];

/** Far fewer files than there are would mean that the tool did not understand TypeScript, and saw no violation for that reason. */
export const fewestModules = 300;

/** The names of all rules. */
export const ruleNames = forbidden.map((rule) => rule.name);

/**
 * Checks every import of the project against the rules of .dependency-cruiser.cjs.
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
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
