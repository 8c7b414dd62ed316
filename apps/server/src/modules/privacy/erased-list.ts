import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** A fan who was erased, by the account id, which stays after the erasure. */
const erasedFan = z.object({ accountId: z.string().regex(/^[0-9a-z]{1,64}$/), erasedAt: z.iso.datetime() });

export type ErasedFan = z.output<typeof erasedFan>;

const fileName = 'erased-fans.jsonl';

/**
 * Adds to the list of a folder who is missing in it. The list is outside the database, because a restored backup knows
 * nothing of later erasures.
 */
export async function keepErasedList(folder: string, erased: readonly ErasedFan[]): Promise<void> {
  const known = new Set((await readErasedList(folder)).map(({ accountId }) => accountId));
  const missing = erased.filter(({ accountId }) => !known.has(accountId));
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true });
  // Begins with a line break: a killed process may have left half a line.
  const lines = missing.map(({ accountId, erasedAt }) => `\n${JSON.stringify({ accountId, erasedAt })}`);
  await appendFile(join(folder, fileName), lines.join(''), { mode: 0o600, flush: true });
}

/** Reads the list of a folder; empty when there is none. */
export async function readErasedList(folder: string): Promise<ErasedFan[]> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const { data: fan } = erasedFan.safeParse(jsonOrNothing(line));
    return fan ? [fan] : [];
  });
}

function jsonOrNothing(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
