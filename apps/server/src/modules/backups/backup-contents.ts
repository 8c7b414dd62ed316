import * as z from 'zod';

/** Raised when an older release could not read a backup any more. */
export const backupFormat = 1;

/** The names of what a backup has beside the folders `cluster` or `database`, and `files`. */
export const entryNames = { head: 'head.json', manifest: 'manifest.json', secrets: 'secrets.json' } as const;

/**
 * `physical` has the files of PostgreSQL's data directory, for the same major version; `portable` has the rows of the tables,
 * for any PostgreSQL that the product supports.
 */
export const backupKinds = ['physical', 'portable'] as const;
export type BackupKind = (typeof backupKinds)[number];

/** The first entry: what a restore has to know before it unpacks anything. */
export const backupHead = z.object({
  format: z.int().positive(),
  kind: z.enum(backupKinds),
  begunAt: z.iso.datetime(),
  release: z.object({ version: z.string(), commit: z.string().nullable() }),
  /** The applied migrations in their order. */
  migrations: z.array(z.string()).min(1),
  postgres: z.object({ version: z.string(), major: z.int(), systemId: z.string() }),
  /** Whether the database was the embedded one, whose login and name a restore knows. */
  isEmbedded: z.boolean(),
  /** Estimates what a restore takes on the disk. */
  bytes: z.number(),
});

export type BackupHead = z.output<typeof backupHead>;

/** The last entry before the checksums: what was found to be true of the content. */
export const backupManifest = z.object({
  endedAt: z.iso.datetime(),
  /**
   * Positions of PostgreSQL's log: where a restore begins to replay, and where the backup is consistent. A portable backup has
   * neither these nor the next sums: its rows bring their own.
   */
  log: z.object({ startsAt: z.string(), endsAt: z.string() }).exactOptional(),
  ledger: z
    .object({
      snapshot: z.string(),
      sums: z.array(z.object({ unit: z.int(), pool: z.string(), transfers: z.int(), amount: z.string() })),
    })
    .exactOptional(),
  files: z.object({ count: z.int(), bytes: z.number() }),
});

export type BackupManifest = z.output<typeof backupManifest>;

/** What only an encrypted backup has. */
export const backupSecrets = z.object({ serverSecret: z.string() });

/** How far a backup or a restore has come: bytes done, and about how many in all. */
export type Progress = (done: number, all: number) => void;
