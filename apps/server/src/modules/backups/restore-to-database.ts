import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { secretFileOf } from '#/config/read-settings.ts';
import type { Settings } from '#/config/settings.ts';
import type { Pools } from '#/db/connect.ts';
import { BackupRefused, FailedAfterRestore, type Manifest } from '#/db/portable/contents.ts';
import type { Clock } from '#/lib/clock.ts';
import type { BackupHead, Progress } from './backup-contents.ts';
import { moveEntries, refuseFiles } from './data-files.ts';
import { type EraseAgain, eraseAndJudge, type Judgement } from './erase-and-judge.ts';
import { holdCopy } from './hold.store.ts';
import { loadCopy } from './load-copy.ts';
import { unpackBackup } from './unpack-backup.ts';

type DatabaseWish = {
  readonly file: string;
  /** Connections to an empty database. */
  readonly pools: Pools;
  /** Whether the data folder gets the files of the backup. */
  readonly withFiles: boolean;
  /** Whether to stop at the schema of the backup, for the release that made it. */
  readonly keepSchema: boolean;
  readonly settings: Pick<Settings, 'backups' | 'dataDir'>;
  /** The secret that the settings give; without one that of the data folder counts. */
  readonly givenSecret?: string | undefined;
  readonly clock: Clock;
  readonly eraseAgain: EraseAgain;
  readonly onProgress?: Progress | undefined;
};

/** What was loaded. The schema of an earlier release is not judged. */
type Loaded = Partial<Judgement> &
  Pick<Manifest, 'sums'> & {
    readonly head: BackupHead;
    /** The number of files that the data folder got. */
    readonly files: number;
    /** False where the schema is of a release that cannot hold a platform. */
    readonly isHeld: boolean;
    /** Whether the settings have another secret than the backup. */
    readonly isOtherSecret: boolean;
  };

function failedAfter(cause: unknown, { isHeld, keepSchema }: { isHeld: boolean; keepSchema: boolean }) {
  const words = cause instanceof Error ? cause.message : String(cause);
  return new FailedAfterRestore(
    `The backup is restored and ${isHeld ? 'held' : 'not held'}, but what comes after it failed: ${words}\n` +
      'Do not restore it again. ' +
      (keepSchema
        ? 'The release that made it can start.'
        : 'When the cause is gone, run `lightstick ledger check`, which applies what is missing; ' +
          '`lightstick reopen` erases again who left after the backup.'),
    { cause },
  );
}

/**
 * Restores a portable backup into an empty database of any PostgreSQL, in one transaction, at whose end the platform is held.
 * @throws BackupRefused, with database and data folder as they were; FailedAfterRestore, with both restored
 */
export async function restoreToDatabase(wish: DatabaseWish): Promise<Loaded> {
  const { file, pools, withFiles, keepSchema, settings, clock } = wish;
  await using files = withFiles ? await createUnpackedFiles(settings.dataDir) : undefined;
  let loading: ReturnType<typeof loadCopy> | undefined;
  const hold = { heldAt: clock.now(), reason: `Restored from ${basename(file)}.` };
  let [isHeld, isCommitted] = [false, false];
  const afterCommit = () => {
    isCommitted = true;
    files?.keep();
  };
  const beforeCommit: NonNullable<Parameters<typeof loadCopy>[1]>['beforeCommit'] = async (client) => {
    isHeld = await holdCopy(client, hold);
    await files?.putInPlace();
  };
  const { head, manifest, serverSecret } = await unpackBackup({
    file,
    passphrase: settings.backups.passphrase,
    filesFolder: files?.path,
    onProgress: wish.onProgress,
    prepare({ kind, postgres }) {
      if (kind === 'physical') {
        throw new BackupRefused(
          `${file} has the files of an embedded PostgreSQL ${postgres.version}, not its rows: ` +
            'restore it into a data folder by `lightstick restore FILE --to FOLDER`, ' +
            'or take one by `lightstick backup --portable`.',
        );
      }
      loading = loadCopy(pools.ownerPool, { keepSchema, beforeCommit, afterCommit });
      return Promise.resolve(loading.take);
    },
  }).catch((error: unknown) => {
    if (loading) return loading.fail(error);
    throw error;
  });
  if (!loading) throw new Error('A backup was unpacked without its database');
  if (serverSecret !== undefined) await files?.addSecret(serverSecret);
  const { sums, ...judgement } = await finish(loading, () => (keepSchema ? {} : eraseAndJudge(pools, wish))).catch(
    (error: unknown) => {
      throw isCommitted ? failedAfter(error, { isHeld, keepSchema }) : error;
    },
  );
  return {
    head,
    sums,
    ...judgement,
    files: files ? manifest.files.count : 0,
    isHeld,
    isOtherSecret:
      serverSecret !== undefined && serverSecret !== (wish.givenSecret ?? (await keptSecret(settings.dataDir))),
  };
}

/** Ends the loading, and judges what was loaded. */
async function finish(
  loading: ReturnType<typeof loadCopy>,
  judge: () => Promise<Judgement> | Partial<Judgement>,
): Promise<Partial<Judgement> & Pick<Manifest, 'sums'>> {
  const { sums } = await loading.finish();
  return { sums, ...(await judge()) };
}

async function keptSecret(dataDir: string): Promise<string | undefined> {
  return readFile(secretFileOf(dataDir), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** A folder for files inside the data folder, on whose file system they move to their place. They are undone unless kept. */
async function createUnpackedFiles(dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  await refuseFiles(dataDir);
  const path = await mkdtemp(join(dataDir, 'restoring-'));
  let undo: () => Promise<void> = () => Promise.resolve();
  return {
    path,
    /** Adds the secret of the server, unless the data folder has one. */
    async addSecret(secret: string): Promise<void> {
      if ((await keptSecret(dataDir)) !== undefined) return;
      await writeFile(secretFileOf(path), `${secret}\n`, { mode: 0o600, flush: true });
    },
    async putInPlace(): Promise<void> {
      undo = await moveEntries(path, dataDir);
    },
    keep() {
      undo = () => Promise.resolve();
    },
    async [Symbol.asyncDispose]() {
      await undo();
      await rm(path, { recursive: true, force: true });
    },
  };
}
