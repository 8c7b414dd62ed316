import { createTransport } from 'nodemailer';
import { type Mailer, UndeliverableError } from './mail.ts';

type SmtpSettings = { readonly smtpUrl: string; readonly mailFrom: string };

const timeoutMs = 15_000;

/**
 * Delivers by SMTP over one connection per mail, so that no connection goes stale. The Message-ID derives from the
 * mail's id, so that a repeat after a lost acceptance is recognisable.
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

/** A delivery failure without the server's text. */
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
  /** The system's message about a failed connection, for the operator. */
  readonly about: string;
};

/** Connection failures, without an answer of the server. */
const ofTheLine = new Set(['ESOCKET', 'EDNS']);

/** Removes the server's reply, which may quote the mailbox; the error goes into the log and the queue. */
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
 * Whether the server rejected this mail permanently (5xx, RFC 5321 section 4.2.1). A permanent reply to login or
 * greeting needs the operator, so the mail waits.
 */
function isFinal({ code, responseCode = 0 }: SmtpError): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
