import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createScratchFolder } from '../world/scratch-folder.ts';

const content = resolve(import.meta.dirname, '../../../../content');

/**
 * Lays the brand of `content/aurora` over the demo pack, in a folder of its own.
 * @param edit changes `brand.yaml`
 */
export async function auroraPack(edit: (brand: string) => string = (brand) => brand) {
  const folder = await createScratchFolder();
  await cp(join(content, 'demo'), folder.path, { recursive: true });
  await cp(join(content, 'aurora'), folder.path, { recursive: true });
  const file = join(folder.path, 'brand.yaml');
  await writeFile(file, edit(await readFile(file, 'utf8')));
  return folder;
}
