import { variables } from '../../apps/server/src/config/variables.ts';

/**
 * Returns the variables that a server needs to run, and every setting with an empty value, which counts as not given:
 * the machine's `.env` for another server, its database above all, must not reach a server that is started here.
 */
export function cleanEnvironment(): Record<string, string> {
  const blank = Object.keys(variables).map((name) => [name, '']);
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { ...Object.fromEntries(blank), PATH, NODE_COMPILE_CACHE };
}
