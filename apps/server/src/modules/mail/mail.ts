import { languages } from '@lightstick/contract';
import * as z from 'zod';

const content = z.discriminatedUnion('kind', [
  /** A code and its purpose. */
  z.object({
    kind: z.enum([
      'registerCode',
      'forgotPasswordCode',
      'changeEmailCode',
      'changePasswordCode',
      'deleteAccountCode',
      'signInCode',
      'confirmEmailChangeCode',
      'linkWalletCode',
    ]),
    code: z.string(),
    validMinutes: z.int(),
  }),
  /** Replaces a registration code, for an address with an account. */
  z.object({ kind: z.literal('alreadyRegistered') }),
  /** Replaces a code to sign in or to set a password, for an address without an account. */
  z.object({ kind: z.literal('noAccount') }),
  /** Replaces a code for a new address, for an address with an account. */
  z.object({ kind: z.literal('emailTaken') }),
  /** Notices of completed changes, without a link or code that repeats them. */
  z.object({ kind: z.literal('passwordChanged'), at: z.iso.datetime() }),
  z.object({ kind: z.literal('emailChanged'), at: z.iso.datetime(), newEmail: z.string() }),
  z.object({ kind: z.enum(['walletLinked', 'walletUnlinked']), at: z.iso.datetime(), wallet: z.string() }),
  z.object({ kind: z.literal('accountDeletionRequested'), at: z.iso.datetime(), erasesAt: z.iso.datetime() }),
  /** What a fan has not read, by topic; `stopPath` ends such mails. */
  z.object({
    kind: z.literal('digest'),
    rhythm: z.enum(['daily', 'weekly']),
    total: z.int().positive(),
    lines: z.array(z.object({ name: z.string(), value: z.string() })).min(1),
    stopPath: z.string().startsWith('/'),
  }),
  /** Everything of a fan that expires soon. */
  z.object({
    kind: z.literal('expiry'),
    daysLeft: z.int().positive(),
    assets: z
      .array(
        z.object({
          unit: z.enum(['point', 'ticket', 'vote']),
          amount: z.int().positive(),
          expiresAt: z.iso.datetime(),
        }),
      )
      .min(1),
  }),
]);

/** An unrendered mail: receiver, language and content. */
export const mailSchema = z.object({ to: z.string(), language: z.enum(languages), content });

export type Mail = z.output<typeof mailSchema>;
export type MailContent = Mail['content'];

/** A rendered mail. */
export type Message = {
  /** Stays the same in repeated deliveries, so that mailboxes can recognise duplicates. */
  readonly id: string;
  readonly to: string;
  readonly language: Mail['language'];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ends mails of the kind by one press (RFC 8058); for those that a fan subscribed to. */
  readonly unsubscribeUrl?: string | undefined;
  /** The name of the sender; the address is that of the settings. */
  readonly sender?: string | undefined;
  /** The PNG that the HTML shows by its content id. */
  readonly logo?: { readonly address: string; readonly bytes: Buffer } | undefined;
};

/** Delivers messages; repeated delivery must be harmless. */
export type Mailer = {
  deliver(message: Message): Promise<void>;
};

/** The mailbox rejects the message permanently, so a retry is pointless. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

/** Masks an address for logs: `f…@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : '…';
}
