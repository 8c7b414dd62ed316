import { variables } from '../../apps/server/src/config/variables.ts';

/**
 * What a server needs to run, and every setting with an empty value, which counts as not given: what the machine has in
 * `.env` for a server of its own, its database above all, must not reach a server that is started here.
 */
export function cleanEnvironment(): Record<string, string> {
  const blank = Object.keys(variables).map((name) => [name, '']);
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { ...Object.fromEntries(blank), PATH, NODE_COMPILE_CACHE };
}
