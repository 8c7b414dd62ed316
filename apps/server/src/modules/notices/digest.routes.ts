import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import { Refusal } from '#/errors.ts';
import { handle, serve } from '#/http/handle.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import type { Services } from '#/services.ts';
import { nextDigest } from './digest.rules.ts';
import { deleteDigest, saveDigest } from './digest.store.ts';
import { readDigest } from './digest.view.ts';

/** Registers the calls about digests by mail, and the address at which mail programs end them. */
export function digestRoutes(server: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  const keys = createServerKeys(settings.serverSecret);

  async function stop(token: string): Promise<{ rhythm: 'off' }> {
    await deleteDigest(db, fanOf(keys, token));
    return { rhythm: 'off' };
  }

  handle(server, 'GET /wallet/api/v1/notice/getDigest', ({ fan }) => readDigest(db, fan.id));

  handle(server, 'POST /wallet/api/v1/notice/setDigest', async ({ fan, body, receivedAt }) => {
    const { rhythm, timeZone } = body;
    await db.transaction().execute(async (tx) => {
      if (!(await lockRemainingFan(tx, fan.id))) throw new Refusal('UNAUTHENTICATED');
      if (rhythm === 'off') return deleteDigest(tx, fan.id);
      const dueAt = nextDigest(receivedAt, rhythm, timeZone);
      return saveDigest(tx, { fanId: fan.id, rhythm, timeZone, dueAt });
    });
    return readDigest(db, fan.id);
  });

  handle(server, 'POST /wallet/api/v1/notice/stopDigest', ({ body }) => stop(body.token));

  // Mail programs post a form to the link itself (RFC 8058); a browser that opens it gets the screen with a button.
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, parsed) => parsed(null));
    serve(scope, `POST ${stopPath}`, oneClick, ({ query }) => stop(query.token));
    done();
  });
}

const stopPath = '/unsubscribe';

const oneClick = {
  summary: 'Ends the digests of the fan whom the link of a mail names, by one press in a mail program.',
  auth: 'public',
  query: z.object({ token: z.string().max(120) }),
  data: z.object({ rhythm: z.literal('off') }),
  errors: ['DIGEST_LINK_INVALID'],
} as const;

const sealContext = 'stop digests';

/** Returns the path that ends a fan's digests without a sign-in. */
export function digestLink(keys: ServerKeys, fanId: number): string {
  const token = keys.seal('digest-link', String(fanId), sealContext).toString('base64url');
  return `${stopPath}?${new URLSearchParams({ token }).toString()}`;
}

/** @throws Refusal DIGEST_LINK_INVALID */
function fanOf(keys: ServerKeys, token: string): number {
  try {
    return Number(keys.open('digest-link', Buffer.from(token, 'base64url'), sealContext).toString());
  } catch {
    throw new Refusal('DIGEST_LINK_INVALID');
  }
}
