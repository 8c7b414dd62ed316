/** Fails when an import points the wrong way, or when so few files were seen that the answer means nothing. */
import { fileURLToPath } from 'node:url';
import { fewestModules, findViolations } from './boundaries.mjs';

const { moduleCount, violations } = await findViolations(fileURLToPath(new URL('..', import.meta.url)));
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
if (moduleCount < fewestModules) console.error(`Only ${moduleCount} modules were seen, fewer than ${fewestModules}.`);
console.log(`${moduleCount} modules, ${violations.length} violations`);
process.exitCode = violations.length > 0 || moduleCount < fewestModules ? 1 : 0;
