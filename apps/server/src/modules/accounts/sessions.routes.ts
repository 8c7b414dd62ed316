import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { tokenHash } from '#/token-hash.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import { noPassportCookie, passportCookie, passportIn } from './passport-cookie.ts';
import { renewToken } from './renew-token.ts';
import { isFromOwnPage } from './same-origin.rules.ts';
import { readDeviceSessions } from './sessions.view.ts';
import { signOut } from './sign-out.ts';

/** The calls by which a session goes on, is looked at and ends. */
export function sessionRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'log' | 'settings' | 'sessions'>,
): void {
  const { db, settings } = services;

  handle(server, 'POST /wallet/api/v1/user/session', async ({ receivedAt, reply }) => {
    const { headers, host } = reply.request;
    const asking = { fetchSite: oneOf(headers['sec-fetch-site']), origin: headers.origin, host };
    const passportToken = passportIn(headers.cookie);
    if (!passportToken || !isFromOwnPage(asking, settings.publicUrl)) throw new Refusal('UNAUTHENTICATED');
    const { token, userInfo, nextPassport } = await renewToken(services, { passportToken, now: receivedAt });
    if (nextPassport) reply.header('set-cookie', passportCookie(nextPassport.token, settings.secureOrigin));
    return { token, userInfo };
  });

  handle(server, 'POST /wallet/api/v1/user/logout', async ({ receivedAt, reply }) => {
    await signOut(services, { token: sentToken(reply), now: receivedAt });
    reply.header('set-cookie', noPassportCookie(settings.secureOrigin));
    return {};
  });

  handle(server, 'POST /wallet/api/v1/user/getSessions', async ({ fan, receivedAt, reply }) => ({
    list: await readDeviceSessions(db, { fanId: fan.id, tokenHash: tokenHash(sentToken(reply)), now: receivedAt }),
  }));

  handle(server, 'POST /wallet/api/v1/user/endSession', async ({ fan, body, receivedAt, reply }) => {
    await endSession(services, { fan, tokenHash: tokenHash(sentToken(reply)), now: receivedAt }, body.sessionId);
    return {};
  });

  handle(server, 'POST /wallet/api/v1/user/endOtherSessions', async ({ fan, receivedAt, reply }) => ({
    ended: await endOtherSessions(services, { fan, tokenHash: tokenHash(sentToken(reply)), now: receivedAt }),
  }));
}

/** The token of a call that is for fans only: a caller without one has been answered 401 before. */
function sentToken(reply: FastifyReply): string {
  return String(reply.request.headers['token']);
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
