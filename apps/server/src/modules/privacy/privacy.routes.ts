import type { FastifyInstance } from 'fastify';
import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { PersonalData, MyData } from '#/services.ts';
import { handle } from '#/http/handle.ts';
import { clearRefreshTokenCookie } from '#/modules/identity/index.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { deleteAccount, type DeletionServices } from './delete-account.ts';
import type { DB } from '#/db/schema.ts';
import { readInSnapshot } from '#/db/snapshot.ts';
import type { Fan } from '#/http/caller.ts';
import { createSemaphore } from '#/lib/turns.ts';

/** The personal data of all modules, which are above this one. */
export type RecordsOfModules = { readonly records: readonly PersonalData[] };

type AccountDeletionServices = Omit<DeletionServices, 'keys'> & RecordsOfModules;

/** Registers the calls that delete an account and export its data. */
export function privacyRoutes(server: FastifyInstance, given: AccountDeletionServices): void {
  const { db, settings, records } = given;
  const services = { ...given, keys: createServerKeys(settings.serverSecret) };

  handle(
    server,
    'POST /wallet/api/v1/user/deleteUser',
    async ({ fan, body, language, device, receivedAt, reply }) => {
      const { confirm, code, message, signature } = body;
      const wish = { fan, confirm, code, message, signature, language, deviceId: device.id, now: receivedAt };
      const left = await deleteAccount(services, wish);
      reply.header('set-cookie', clearRefreshTokenCookie(settings.secureOrigin));
      return left;
    },
    { rate: 'signUp' },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/getMyData',
    ({ fan, language, receivedAt }) => exportData({ db, records }, { fan, language, now: receivedAt }),
    { rate: 'tight' },
  );
}

/** Rows per kind in a copy: more than years of hourly votes produce, few enough for one response. */
const mostRows = 10_000;

/** One copy at a time, because each holds a connection for long and must not delay votes. */
const limited = createSemaphore(1, 50);

type CopyRequest = { readonly fan: Fan; readonly language: Language; readonly now: Date };

/** Combines all modules' data of a fan in one snapshot. Throws Refusal OVERLOADED when the queue is full. */
async function exportData(
  { db, records }: { readonly db: Kysely<DB>; readonly records: readonly PersonalData[] },
  { fan, language, now }: CopyRequest,
): Promise<MyData> {
  const head = { format: 'lightstick/my-data/v1', takenAt: now.toISOString() } as const;
  return limited(() =>
    readInSnapshot(db, async (tx) => {
      let copy: Partial<MyData> = head;
      for (const module of records) copy = { ...copy, ...(await module.copy?.(tx, { fan, language, mostRows })) };
      // The contract validates the response, including its completeness.
      return copy as MyData;
    }),
  );
}
