import { createTransport } from 'nodemailer';
import { type Mailer, UndeliverableError } from './mail.ts';

type SmtpSettings = { readonly smtpUrl: string; readonly mailFrom: string };

const timeoutMs = 15_000;

/**
 * Delivers by an SMTP server, over a connection for each mail, so that there is nothing to close and nothing goes stale. The Message-ID is made of the mail's id, so that a mail whose acceptance we did not hear
 * of is the same mail when it is sent again.
 */
export function createSmtpMailer({ smtpUrl, mailFrom }: SmtpSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? 'localhost';

  return {
    async deliver({ id, to, language, subject, text, html }) {
      try {
        await transport.sendMail({
          from: mailFrom,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: {
            'Content-Language': language === 'zh_TW' ? 'zh-Hant-TW' : 'en',
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
          },
        });
      } catch (error) {
        const failure = withoutWords(error);
        throw isFinal(failure) ? new UndeliverableError(failure.message) : failure;
      }
    },
  };
}

/** Why a mail did not go out, in words of ours. */
class SmtpError extends Error {
  override readonly name = 'SmtpError';
  readonly code: string;
  readonly responseCode: number | undefined;

  constructor({ code, command, responseCode, about }: SmtpFailure) {
    const answer = responseCode === undefined ? '' : `, which the server answered with ${responseCode}`;
    super(`The mail was not sent: ${code}${command === undefined ? '' : ` at ${command}`}${answer}${about}`);
    this.code = code;
    this.responseCode = responseCode;
  }
}

type SmtpFailure = {
  readonly code: string;
  readonly command: string | undefined;
  readonly responseCode: number | undefined;
  /** What the system says of a connection that did not come about, for the operator to mend. */
  readonly about: string;
};

/** Failures of the line alone: nobody at its other end has said anything. */
const ofTheLine = new Set(['ESOCKET', 'EDNS']);

/**
 * The failure without its words, which hold the reply of the server: that tends to quote the mailbox, and what is thrown
 * here is written into the log and into the queue.
 */
function withoutWords(error: unknown): SmtpError {
  const { code, command, responseCode, message } = (error ?? {}) as Record<keyof SmtpFailure | 'message', unknown>;
  const isOfTheLine = typeof code === 'string' && ofTheLine.has(code) && responseCode === undefined;
  return new SmtpError({
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    command: typeof command === 'string' ? command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    about: isOfTheLine && typeof message === 'string' ? `: ${message}` : '',
  });
}

/**
 * Whether the server refused this very mail with a permanent reply (5xx, RFC 5321 section 4.2.1). A permanent reply to
 * our login or greeting is an operator's to mend, so the mail waits for that.
 */
function isFinal({ code, responseCode = 0 }: SmtpError): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
