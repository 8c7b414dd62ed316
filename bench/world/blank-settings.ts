import { variables } from '../../apps/server/src/config/variables.ts';

/**
 * Every setting with an empty value, which counts as not given: what the machine has in `.env` for a server of its own, its
 * database above all, must not reach a server that is started here. Set what is needed over it.
 */
export function blankSettings(): Record<string, string> {
  return Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
}
