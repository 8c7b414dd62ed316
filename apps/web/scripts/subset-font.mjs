// Writes the subset of Figtree that the interface needs: Latin letters, digits and the punctuation of our texts, weights
// 400 to 800 on one variable axis. Run it again after changing the characters or the version of the font package.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const { version } = require('@fontsource-variable/figtree/package.json');
const source = require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
const folder = new URL('../public/fonts/', import.meta.url);
const largestBytes = 13 * 1024;

const ascii = String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, offset) => 0x20 + offset));
const punctuation = '·–—‘’“”…→×−';

const subset = await subsetFont(readFileSync(source), ascii + punctuation, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 800 } },
});
if (subset.length > largestBytes) throw new Error(`The subset weighs ${subset.length} bytes; at most ${largestBytes}.`);

const target = new URL(`figtree-${version}.woff2`, folder);
writeFileSync(target, subset);
copyFileSync(require.resolve('@fontsource-variable/figtree/LICENSE'), new URL('figtree-licence.txt', folder));
process.stdout.write(`${fileURLToPath(target)}: ${subset.length} bytes\n`);
