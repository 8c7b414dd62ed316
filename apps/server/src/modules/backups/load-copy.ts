import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { BackupRefused, type Manifest, mostOfPart, type Part } from '#/db/portable/contents.ts';
import { copyIn } from './portable-copy.ts';
import type { TakeEntry } from './unpack-backup.ts';

/** An import that takes its parts one by one, as a backup is unpacked. */
export type LoadingCopy = {
  readonly take: TakeEntry;
  /** Ends after the whole backup was found to be right; only now the transaction commits. */
  readonly finish: () => Promise<Manifest>;
  /** Ends without a change. Throws why the database took no more, else the failure of what was read. */
  readonly fail: (failure: unknown) => Promise<never>;
};

/**
 * Begins to load the database of a portable backup into an empty one.
 * @param ownerPool connects as the owner of the schema
 */
export function loadCopy(ownerPool: Pool, options: Parameters<typeof copyIn>[2]): LoadingCopy {
  const { readable, writable } = new TransformStream<Part, Part>();
  const writer = writable.getWriter();
  const loaded = copyIn(ownerPool, readable, options);
  loaded.catch(() => undefined);
  return {
    async take(name, { size, content }) {
      if (size > mostOfPart) throw new BackupRefused(`The backup has a part of ${size} bytes.`);
      await writer.write({ name, bytes: await buffer(content) });
    },
    async finish() {
      // A database that takes no more closes the stream, and tells why below.
      await writer.close().catch(() => undefined);
      return loaded;
    },
    async fail(failure) {
      await writer.abort(failure).catch(() => undefined);
      await loaded;
      throw failure;
    },
  };
}
