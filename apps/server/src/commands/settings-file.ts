import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The project's folder, against which the folders of settings are resolved. */
export const projectRoot = resolve(import.meta.dirname, '../../../..');

/** Returns the file of settings: the one that was asked for, else the project's `.env` if there is one. */
export function settingsFileOf(asked: string | undefined): string | undefined {
  const projectFile = resolve(projectRoot, '.env');
  return asked ?? (existsSync(projectFile) ? projectFile : undefined);
}
