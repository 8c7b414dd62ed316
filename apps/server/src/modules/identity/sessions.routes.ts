import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import { handle } from '#/http/handle.ts';
import { assertNamedAccount } from '#/http/request-headers.ts';
import { hashToken } from '#/lib/token.ts';
import { endOtherSessions, endSession, signOut } from './sign-out.ts';
import { clearRefreshTokenCookie, refreshTokenCookie, refreshTokenIn, rememberDevice } from './cookies.ts';
import { renewToken } from './renew-token.ts';
import { readDeviceSessions } from './sessions.view.ts';
import type { Services } from '#/services.ts';

export function sessionRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'log' | 'settings' | 'sessions'> & { readonly keys: ServerKeys },
): void {
  const { db, settings } = services;

  handle(server, 'POST /wallet/api/v1/user/session', async ({ receivedAt, reply }) => {
    const { headers, host } = reply.request;
    const asking = { fetchSite: oneOf(headers['sec-fetch-site']), origin: headers.origin, host };
    const refreshToken = refreshTokenIn(headers.cookie);
    if (!refreshToken || !isFromOwnPage(asking, settings.publicUrl)) throw new Refusal('UNAUTHENTICATED');
    const { token, userInfo, nextRefreshToken } = await renewToken(services, {
      refreshToken,
      now: receivedAt,
      assertAccount: (accountId) => assertNamedAccount(headers, accountId),
    });
    if (nextRefreshToken) reply.header('set-cookie', refreshTokenCookie(nextRefreshToken.token, settings.secureOrigin));
    // Also known so is a browser whose sign-in is older than the cookie or than the account's email.
    if (userInfo.email !== null) rememberDevice(reply, services, userInfo.email);
    return { token, userInfo };
  });

  handle(server, 'POST /wallet/api/v1/user/logout', async ({ receivedAt, reply }) => {
    await signOut(services, { token: sentToken(reply), now: receivedAt });
    reply.header('set-cookie', clearRefreshTokenCookie(settings.secureOrigin));
    return {};
  });

  handle(server, 'POST /wallet/api/v1/user/getSessions', async ({ fan, receivedAt, reply }) => ({
    list: await readDeviceSessions(db, { fanId: fan.id, tokenHash: hashToken(sentToken(reply)), now: receivedAt }),
  }));

  handle(server, 'POST /wallet/api/v1/user/endSession', async ({ fan, body, receivedAt, reply }) => {
    await endSession(services, { fan, tokenHash: hashToken(sentToken(reply)), now: receivedAt }, body.sessionId);
    return {};
  });

  handle(server, 'POST /wallet/api/v1/user/endOtherSessions', async ({ fan, receivedAt, reply }) => ({
    ended: await endOtherSessions(services, { fan, tokenHash: hashToken(sentToken(reply)), now: receivedAt }),
  }));
}

/** Returns the token of a fan call; a caller without one already got 401. */
function sentToken(reply: FastifyReply): string {
  return String(reply.request.headers['token']);
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

type RequestOrigin = {
  /** `Sec-Fetch-Site`: browsers state the origin of a request. */
  readonly fetchSite: string | undefined;
  /** `Origin`, which browsers send with a cross-site POST. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
};

/**
 * Returns whether a page of this site made a request with a cookie (OWASP CSRF cheat sheet). A client without both
 * headers is not a browser and has its own cookie.
 *
 * @param publicUrl - the site's address; development servers have others too, hence the check of `Host`.
 */
export function isFromOwnPage({ fetchSite, origin, host }: RequestOrigin, publicUrl: string): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin || (host !== undefined && hostOf(origin) === host);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
