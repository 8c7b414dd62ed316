import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';

/** Mails of a development server. Production mails exist only in the queue until they are sent. */
export const mailPersonalData: PersonalData = {
  erased: ['development_mail'],
  kept: {},
  async erase(tx, { email }) {
    if (email !== null) await tx.deleteFrom('development_mail').where('recipient', '=', email).execute();
  },
};

const keptDevelopmentMails = 1000;

/** Limits the mails of a development server, so that its database stays small. */
export async function deleteOldDevelopmentMails(db: Kysely<DB>): Promise<void> {
  await db
    .deleteFrom('development_mail')
    .where('sent_at', '<=', (mails) =>
      mails
        .selectFrom('development_mail')
        .select('sent_at')
        .orderBy('sent_at', 'desc')
        .offset(keptDevelopmentMails)
        .limit(1),
    )
    .execute();
}
