import * as z from 'zod';
import { readLanguageFile } from '#/lib/language-file.ts';

const lines = z.array(z.string().min(1)).min(1);

/** What a fan who may be in danger reads. */
export const helpLines = readLanguageFile(
  new URL('help-lines.yaml', import.meta.url),
  z.strictObject({ en_US: lines, zh_TW: lines }),
);
