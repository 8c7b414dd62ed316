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
        throw isFinal(error) ? new UndeliverableError('The SMTP server refuses the mail', { cause: error }) : error;
      }
    },
  };
}

/**
 * Whether the server refused this very mail with a permanent reply (5xx, RFC 5321 section 4.2.1). A permanent reply to
 * our login or greeting is an operator's to mend, so the mail waits for that.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  const aboutTheMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return aboutTheMail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
