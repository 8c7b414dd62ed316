import { languages } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';

const letter = z.discriminatedUnion('kind', [
  /** A code, by what it is good for. */
  z.object({
    kind: z.enum(['registerCode', 'forgotPasswordCode', 'changeEmailCode', 'changePasswordCode', 'deleteAccountCode']),
    code: z.string(),
    validMinutes: z.int(),
  }),
  /** In place of a code for registering, to an address that has an account already. */
  z.object({ kind: z.literal('alreadyRegistered') }),
  /** In place of a code for a new password, to an address without an account. */
  z.object({ kind: z.literal('noAccount') }),
  /** In place of a code for a new address, to one that belongs to an account. */
  z.object({ kind: z.literal('emailTaken') }),
  /** Notices of what has been done, without anything that would do it again. */
  z.object({ kind: z.literal('passwordChanged'), at: z.iso.datetime() }),
  z.object({ kind: z.literal('emailChanged'), at: z.iso.datetime(), newEmail: z.string() }),
  z.object({ kind: z.literal('accountLeaving'), at: z.iso.datetime(), erasesAt: z.iso.datetime() }),
]);

/** A mail before it is worded: to whom, in which language, and what it says. */
export const mailSchema = z.object({ to: z.string(), language: z.enum(languages), letter });

export type Mail = z.output<typeof mailSchema>;
export type MailContent = Mail['letter'];

/** A worded mail, ready to be delivered. */
export type Message = {
  /** Stays the same when a delivery is repeated, so that mailboxes can recognise the repeat. */
  readonly id: string;
  readonly to: string;
  readonly language: Mail['language'];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A way for messages to leave. Delivering a message again must be harmless. */
export type Mailer = {
  deliver(message: Message): Promise<void>;
};

/** The mailbox refuses the message for good, so that trying again is pointless. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

/** An email address as it may stand in a log: `f…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : '…';
}

/** What mailing keeps of a fan: the mails of a development server. Real ones are in the queue only until they are sent. */
export const mailPersonalData: PersonalData = {
  erased: ['development_mail'],
  kept: {},
  async erase(tx, { email }) {
    if (email !== null) await tx.deleteFrom('development_mail').where('recipient', '=', email).execute();
  },
};

const keptDevelopmentMails = 1000;

/** Keeps the newest mails of a development server, so that its database does not fill up. */
export async function deleteOldDevelopmentMails(db: Kysely<DB>): Promise<void> {
  await sql`DELETE FROM development_mail WHERE sent_at <= (
    SELECT sent_at FROM development_mail ORDER BY sent_at DESC OFFSET ${keptDevelopmentMails} LIMIT 1)`.execute(db);
}
