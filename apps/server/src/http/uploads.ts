import multipart from '@fastify/multipart';
import type { Upload } from '@lightstick/contract';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { createSemaphore } from '#/lib/turns.ts';
import { type ConcurrencyLimit, limitConcurrency } from './concurrency-limit.ts';

/** A received form: the texts of its fields, and its file if it was in the right field. */
export type Form = { readonly fields: Readonly<Record<string, unknown>>; readonly file: Uint8Array | undefined };

/** A form has a file and a few short fields. */
const bounds = { files: 1, fields: 10, parts: 11, fieldSize: 1024, fieldNameSize: 64, headerPairs: 20 };

/** The most bytes of a form besides its file. */
const mostBesidesFile = 64 * 1024;

/**
 * Reads a form with one file into memory, up to the file's maximum size. A form that declares more is not read at all.
 * Throws Refusal REQUEST_UNREADABLE for any other form, and the upload's own refusal, with `megabytes`, for a file that is
 * too large.
 */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<Form> {
  if (Number(request.headers['content-length']) > upload.maxBytes + mostBesidesFile) throw tooLarge(upload);
  const fields: Record<string, unknown> = {};
  let file: Uint8Array | undefined;
  try {
    for await (const part of request.parts({ limits: { ...bounds, fileSize: upload.maxBytes } })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Error(`The field ${part.fieldname} is too long.`);
        fields[part.fieldname] = part.value;
      } else if (part.fieldname === upload.field) {
        file = await part.toBuffer();
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(upload);
    throw new Refusal('REQUEST_UNREADABLE', { reason: notAForm });
  }
  return { fields, file };
}

const notAForm = {
  en_US: 'the body must be a form, as multipart/form-data, with one file and a few short fields',
  zh_TW: '內容必須是 multipart/form-data 表單，包含一個檔案與少量簡短欄位',
};

function tooLarge(upload: Upload): Refusal {
  return new Refusal(upload.tooLarge, { megabytes: upload.maxBytes / 1_000_000 });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

/** Returns the refusal of a form without its file. */
export function missingFile({ field }: Upload): Refusal {
  const expected = { en_US: 'is missing; it must be a file', zh_TW: '缺少此欄位，必須是檔案' };
  return new Refusal('REQUEST_INVALID', { field, expected });
}

/** Adds routes whose calls are forms with a file. Everywhere else a form is refused unread. */
export function takeUploads(server: FastifyInstance, routes: (uploads: FastifyInstance) => void): void {
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    routes(uploads);
  });
}

/** The most concurrent uploads of one call in a process: each is in memory from its first byte to its answer. */
const mostAtOnce = 20;

/** Files may arrive slowly, and one fan must not take every place. Decoding a picture keeps a core busy. */
const limitsOfFan = { mostAtOnce: 4, pace: { burst: 20, perSecond: 1 } };

/**
 * Limits concurrent uploads before their forms are read. The excess is refused with TOO_MANY_REQUESTS per fan and
 * OVERLOADED in all.
 * @param factor multiplies the limit per fan, but not the total: memory is not a rate
 */
export function limitUploads(factor: number): ConcurrencyLimit {
  const ofFan = limitConcurrency(factor, limitsOfFan);
  const limited = createSemaphore(mostAtOnce, 0);
  return (fan, work) => ofFan(fan, () => limited(work));
}
