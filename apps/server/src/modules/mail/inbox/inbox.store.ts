import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Message } from '../mail.ts';

/** A mail that was kept instead of sent. */
export type KeptMail = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sentAt: Date;
};

const columns = [
  'id',
  'recipient as to',
  'subject',
  'text_body as text',
  'html_body as html',
  'sent_at as sentAt',
] as const;

const shownMails = 100;
const keptMails = 1000;

/** Keeps a message once, however often it is delivered. */
export async function keepMail(db: Kysely<DB>, message: Message, sentAt: Date): Promise<void> {
  const { id, to, subject, text, html } = message;
  await db
    .insertInto('development_mail')
    .values({ id, recipient: to, subject, text_body: text, html_body: html, sent_at: sentAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The newest mails first, of one recipient when given. */
export async function keptMailsTo(db: Kysely<DB>, recipient: string | undefined): Promise<KeptMail[]> {
  let query = db.selectFrom('development_mail').select(columns).orderBy('sent_at', 'desc').limit(shownMails);
  if (recipient !== undefined) query = query.where('recipient', '=', recipient);
  return query.execute();
}

export async function keptMail(db: Kysely<DB>, id: string): Promise<KeptMail | undefined> {
  return db.selectFrom('development_mail').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Leaves only the newest mails, so that a long-lived development database does not fill up. */
export async function deleteOldMails(db: Kysely<DB>): Promise<void> {
  await sql`DELETE FROM development_mail WHERE sent_at <= (
    SELECT sent_at FROM development_mail ORDER BY sent_at DESC OFFSET ${keptMails} LIMIT 1)`.execute(db);
}
