import type { FastifyInstance } from 'fastify';
import { localDateAt } from '#/lib/local-date.ts';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { type ActivityCatalogue, findActivity } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import { readGiftRecords, readGiftTerms, readGiftTermsOfFan } from './gifts.view.ts';
import { assertNotEnded, giveTickets } from './give-tickets.ts';
import { namingOf, countNaming, findReceiver } from './gift-receiver.store.ts';

type GiftServices = Pick<Services, 'db' | 'settings'> & { readonly catalogue: ActivityCatalogue };

export function giftRoutes(server: FastifyInstance, { db, settings, catalogue }: GiftServices): void {
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /wallet/api/v1/pointsMall/getGiftTerms', async ({ fan, body, receivedAt }) => {
    const activity = await findActivity(catalogue, body.activityId);
    return readGiftTermsOfFan(db, { fanId: fan.id, activity, at: receivedAt, timeZone });
  });

  handle(
    server,
    'POST /wallet/api/v1/pointsMall/getGiftReceiver',
    async ({ fan, body }) => (await findReceiver(db, { senderId: fan.id, naming: namingOf(body.fanCode) })).face,
    { rate: 'tight' },
  );

  handleOnce(
    server,
    'POST /wallet/api/v1/pointsMall/transferVotes',
    {
      async prepare({ fan, body, receivedAt }, isAnswered) {
        const activity = await findActivity(catalogue, body.activityId);
        const naming = namingOf(body.toAccount);
        const day = localDateAt(receivedAt, timeZone);
        if (naming.by === 'email' && !(await isAnswered())) {
          assertNotEnded(activity, receivedAt);
          await letNameByEmail(fan.id, day);
        }
        return { activity, naming, day };
      },
      run: (tx, { fan, body, idempotencyKey: key, receivedAt }, prepared) =>
        giveTickets(tx, { senderId: fan.id, ...prepared, tickets: body.num, key, receivedAt }),
    },
    { rate: 'tight', lock: ({ body }) => `gifts to ${body.toAccount}` },
  );

  /** Committed before the look-up, so that a refusal does not roll the count back. */
  async function letNameByEmail(fanId: number, day: string): Promise<void> {
    const { mostByEmail: most } = await readGiftTerms(db);
    if (!(await countNaming(db, { fanId, day, most }))) throw new Refusal('GIFT_EMAILS_USED_UP', { limit: most });
  }

  handle(server, 'POST /wallet/api/v1/userExpand/transferTicketRecords', ({ fan, body }) =>
    readGiftRecords(db, { fanId: fan.id, ...body }),
  );
}
