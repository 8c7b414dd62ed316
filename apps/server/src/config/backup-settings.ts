import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Variable } from './variable-schemas.ts';

/** A passphrase of this length withstands guessing if it is random; age slows each guess down. */
const passphraseLength = 20;

export const backupVariables = {
  BACKUP_FOLDER: { schema: z.string().min(1).optional(), expects: 'a folder, best on another disk or machine' },
  BACKUP_PASSPHRASE: {
    schema: z.string().min(passphraseLength).optional(),
    expects: `at least ${passphraseLength} characters, for example from: openssl rand -base64 24`,
    secret: true,
  },
  BACKUP_LOG: {
    schema: z.enum(['on', 'off']).default('off'),
    expects: 'on or off: whether the log of the embedded database is kept, for restores to a moment',
  },
  BACKUP_BEFORE_MIGRATIONS: {
    schema: z.enum(['on', 'off']).default('on'),
    expects: 'on or off: whether the embedded database is backed up before a new release changes it',
  },
} as const satisfies Record<string, Variable>;

type BackupValues = {
  readonly DATA_DIR: string;
  readonly BACKUP_FOLDER: string | undefined;
  readonly BACKUP_PASSPHRASE: string | undefined;
  readonly BACKUP_LOG: 'on' | 'off';
  readonly BACKUP_BEFORE_MIGRATIONS: 'on' | 'off';
};

export function backupSettingsFrom(values: BackupValues, root: string) {
  return {
    backups: {
      folder: resolve(root, values.BACKUP_FOLDER ?? join(values.DATA_DIR, 'backups')),
      /** Encrypts backups; without it they contain no secrets. */
      passphrase: values.BACKUP_PASSPHRASE,
      /** Keeps the log of the embedded database beside the backups. */
      keepsLog: values.BACKUP_LOG === 'on',
      beforeMigrations: values.BACKUP_BEFORE_MIGRATIONS === 'on',
    },
  };
}
