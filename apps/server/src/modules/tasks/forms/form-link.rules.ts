import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#/errors.ts';
import type { Form, FormTask } from './form-task.ts';
import { nextOccurrenceStart } from '#/modules/tasks/occurrence.rules.ts';
import type { ServerKeys } from '#/config/server-keys.ts';

/** How long a form can be filled in after its address was handed out. */
const longestMs = 24 * 60 * 60 * 1000;

/** The address of a form for one fan: with their parameter in its place, or as a query parameter of its own. */
export function formAddress({ url, parameter }: Form, value: string, publicUrl: string): string {
  if (parameter === null) return new URL(url.replaceAll('{parameter}', value), publicUrl).href;
  const address = new URL(url, publicUrl);
  address.searchParams.set(parameter, value);
  return address.href;
}

/**
 * Until when a parameter is good: a day, but never beyond the occurrence or the task, for which a later entry could not
 * be claimed any more.
 */
export function parameterExpiry(
  { period, endsAt }: Pick<FormTask, 'period' | 'endsAt'>,
  at: Date,
  timeZone: string,
): Date {
  const ends = [nextOccurrenceStart(period, at, timeZone), endsAt ?? undefined].flatMap((end) => end?.getTime() ?? []);
  return new Date(Math.min(at.getTime() + longestMs, ...ends));
}

export type FormParameters = {
  /** What a form is told of a fan: their entry's ticket and until when it is taken, signed; as letters that addresses take. */
  write(ticket: string, expiresAt: Date): string;
  /** The ticket of a parameter. */
  read(parameter: string, now: Date): string;
};

const ticketBytes = 16;
const expiryBytes = 6;
const signatureBytes = 32;
const signedBytes = ticketBytes + expiryBytes;
const wholeBytes = signedBytes + signatureBytes;

/** Makes parameters that are signed by HMAC-SHA-256 under a key of the server's own, so that nobody else can. */
export function createFormParameters(keys: ServerKeys): FormParameters {
  const signatureOf = (signed: Buffer) => keys.keyedHash('form-parameter', signed.toString('base64url'));
  return {
    write(ticket, expiresAt) {
      const signed = Buffer.alloc(signedBytes);
      signed.write(ticket.replaceAll('-', ''), 'hex');
      signed.writeUIntBE(expiresAt.getTime(), ticketBytes, expiryBytes);
      return Buffer.concat([signed, signatureOf(signed)]).toString('base64url');
    },
    read(parameter, now) {
      const bytes = Buffer.from(parameter, 'base64url');
      // Base64 has spellings that come to the same bytes; only the one that was written is taken.
      if (bytes.length !== wholeBytes || bytes.toString('base64url') !== parameter) throw invalid();
      const signed = bytes.subarray(0, signedBytes);
      if (!timingSafeEqual(signatureOf(signed), bytes.subarray(signedBytes))) throw invalid();
      if (now.getTime() >= signed.readUIntBE(ticketBytes, expiryBytes)) throw new Refusal('FORM_PARAMETER_EXPIRED');
      return uuidOf(signed.subarray(0, ticketBytes));
    },
  };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function invalid(): Refusal {
  return new Refusal('FORM_PARAMETER_INVALID');
}
