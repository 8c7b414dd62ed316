import type { Contract, DataOf, Envelope, InputOf, RouteName } from '@lightstick/contract';
import { deviceId } from '#/lib/api/device.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { settingsStore } from '../host-settings.ts';

/**
 * Calls the product as a native host app does: on its own, beside the web view, without the browser's cookies. Throws
 * with the server's words when it refuses.
 */
export async function callAsHost<R extends RouteName>(
  route: R,
  input: InputOf<Contract[R]>,
): Promise<DataOf<Contract[R]>> {
  const { query, body } = input as { query?: Record<string, unknown>; body?: unknown };
  const [method = 'GET', path = '/'] = route.split(' ');
  const response = await fetch(path + queryString(query), {
    method,
    // Neither sends nor keeps the passport cookie, which belongs to the browser's own fan.
    credentials: 'omit',
    headers: {
      'Content-Type': 'application/json',
      'X-Deviceid': deviceId(),
      'X-Custom-Device-Type': settingsStore.read().platform.toUpperCase(),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const envelope = (await response.json()) as Envelope<DataOf<Contract[R]>>;
  if (envelope.code !== 0) throw new Error(envelope.message);
  return envelope.data as DataOf<Contract[R]>;
}
