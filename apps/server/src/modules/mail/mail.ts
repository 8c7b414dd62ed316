import { languages } from '@lightstick/contract';
import * as z from 'zod';

const letter = z.discriminatedUnion('kind', [
  /** The code that opens an account. */
  z.object({ kind: z.literal('registrationCode'), code: z.string(), validMinutes: z.int() }),
  /** In its place for an address that has an account already. */
  z.object({ kind: z.literal('alreadyRegistered') }),
]);

/** A mail before it is worded: to whom, in which language, and what it says. */
export const mail = z.object({ to: z.string(), language: z.enum(languages), letter });

export type Mail = z.output<typeof mail>;
export type Letter = Mail['letter'];

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
