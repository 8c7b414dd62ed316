import { readdir } from 'node:fs/promises';

/** Lists the names in a folder of a pack in order, without hidden ones; none where there is no folder. */
export async function visibleNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !name.startsWith('.')).toSorted();
}
