/**
 * `npm run lighthouse`: how fast the main screens load on a mid-range phone and on a desk; printed, and written to
 * bench/results. With `-- --all` every screen, fewer times.
 */
import { readArguments } from './read-arguments.ts';

const usage = `Usage: npm run lighthouse [-- --all]
  Measures how fast the main screens load on a phone and on a desk, and writes it to bench/results. With --all every \
screen,
  fewer times.`;
const { values } = readArguments(usage, { options: { all: { type: 'boolean', default: false } } });

// After the arguments, because in `process.exit` Node may wait forever for the compilation of what it has loaded.
const { measureScreens } = await import('./lighthouse/measure-screens.ts');
if (!(await measureScreens({ isWhole: values.all }))) process.exitCode = 1;
