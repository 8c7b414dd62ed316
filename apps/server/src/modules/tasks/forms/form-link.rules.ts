import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '#/errors.ts';
import { nextOccurrenceStart, type Task } from '#/modules/tasks/task.rules.ts';
import type { ServerKeys } from '#/config/server-keys.ts';

/** A task's form, and the place of the fan's parameter in its address. */
type Form = NonNullable<Task['form']>;

export type FormTask = Task & { readonly form: Form };

/** The time to fill in a form after its address was issued. */
const longestMs = 24 * 60 * 60 * 1000;

/** Returns the address of a form for one fan: the parameter in its placeholder, or as a query parameter. */
export function formAddress({ url, parameter }: Form, value: string, publicUrl: string): string {
  if (parameter === null) return new URL(url.replaceAll('{parameter}', value), publicUrl).href;
  const address = new URL(url, publicUrl);
  address.searchParams.set(parameter, value);
  return address.href;
}

/**
 * Returns when a parameter expires: after a day, but never after the occurrence or the task, when an entry could not be
 * claimed any more.
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
  /**
   * Writes the value that a form receives instead of the fan's identity: the entry's ticket and its expiry, signed, in
   * URL-safe characters.
   */
  write(ticket: string, expiresAt: Date): string;
  /** Reads the ticket of a parameter. */
  read(parameter: string, now: Date): string;
};

const ticketBytes = 16;
const expiryBytes = 6;
const signatureBytes = 32;
const signedBytes = ticketBytes + expiryBytes;
const wholeBytes = signedBytes + signatureBytes;

/** Creates parameters signed by HMAC-SHA-256 with a key of the server. */
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
      // Several base64 texts decode to the same bytes; only the issued one is accepted.
      if (bytes.length !== wholeBytes || bytes.toString('base64url') !== parameter) throw parameterRefusal();
      const signed = bytes.subarray(0, signedBytes);
      if (!timingSafeEqual(signatureOf(signed), bytes.subarray(signedBytes))) throw parameterRefusal();
      if (now.getTime() >= signed.readUIntBE(ticketBytes, expiryBytes)) throw new Refusal('FORM_PARAMETER_EXPIRED');
      return uuidOf(signed.subarray(0, ticketBytes));
    },
  };
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function parameterRefusal(): Refusal {
  return new Refusal('FORM_PARAMETER_INVALID');
}
