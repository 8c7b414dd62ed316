import * as z from 'zod';

/** Raised when an older release could not read a backup any more. */
export const backupFormat = 1;

/** The names of what a backup has beside the folders `cluster` and `files`. */
export const entryNames = { head: 'head.json', manifest: 'manifest.json', secrets: 'secrets.json' } as const;

/** The first entry: what a restore has to know before it unpacks anything. */
export const backupHead = z.object({
  format: z.int().positive(),
  /** `physical` has the files of PostgreSQL's data directory. */
  kind: z.string(),
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
  /** Positions of PostgreSQL's log: where a restore begins to replay, and where the backup is consistent. */
  log: z.object({ startsAt: z.string(), endsAt: z.string() }),
  ledger: z.object({
    snapshot: z.string(),
    sums: z.array(z.object({ unit: z.int(), pool: z.string(), transfers: z.int(), amount: z.string() })),
  }),
  files: z.object({ count: z.int(), bytes: z.number() }),
});

export type BackupManifest = z.output<typeof backupManifest>;

/** What only an encrypted backup has. */
export const backupSecrets = z.object({ serverSecret: z.string() });
