import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ScratchFolder = AsyncDisposable & { readonly path: string };

/**
 * Creates a folder under the temporary one, removed at the end. Other users may pass through, as PostgreSQL's must
 * under root.
 */
export async function createScratchFolder(): Promise<ScratchFolder> {
  const path = await mkdtemp(join(tmpdir(), 'lightstick-scratch-'));
  await chmod(path, 0o711);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
}
