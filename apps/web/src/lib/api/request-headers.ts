import type { RouteName } from '@lightstick/contract';
import { currentSession } from '../session/session.ts';
import { commonHeaders } from './common-headers.ts';

/** Mail codes are typed into the page, also where a host app shows it, so this call always counts as a browser's. */
const browserOnly: RouteName = 'GET /wallet/api/v1/user/sendEmail';

/** All headers of one call: the common ones, the fan's token and the key of a value-moving intent. */
export function requestHeaders(route: RouteName, idempotencyKey: string | undefined): Record<string, string> {
  const token = currentSession()?.token;
  return {
    ...(route === browserOnly ? commonHeaders('H5') : commonHeaders()),
    ...(token !== undefined && { token }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}
