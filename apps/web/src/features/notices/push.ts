import type { Contract, DataOf } from '@lightstick/contract';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { showAnswer } from '#/lib/api/show-answer.ts';
import { ownTimeZone } from '#/lib/format/zoned-date.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { useAccountId } from '#/lib/session/session.ts';

const route = 'GET /wallet/api/v1/push/getSettings';

export type PushSettings = DataOf<Contract[typeof route]>;

/** The fan or the browser does not allow notifications. */
export class PushDenied extends Error {}

/** Returns whether this browser can get pushes: not in a host app, which has its own. */
export function canPush(): boolean {
  return (
    hostPresence() === null &&
    'serviceWorker' in navigator &&
    'PushManager' in globalThis &&
    'Notification' in globalThis &&
    Notification.permission !== 'denied'
  );
}

const pushKey = (accountId: string | undefined) => ['pushSettings', accountId] as const;

export function usePushSettings({ enabled }: { enabled: boolean }): UseQueryResult<PushSettings> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: pushKey(accountId),
    queryFn: ({ signal }) => call(route, {}, { signal }),
    enabled: enabled && accountId !== undefined,
    meta: { background: true },
  });
}

export type PushChange = { readonly isOn: boolean } | { readonly atNight: boolean };

/** Turns pushes on or off for this browser, or on at night for the fan. Turning on asks the browser first. */
export function useChangePush(settings: PushSettings | undefined): UseMutationResult<PushSettings, Error, PushChange> {
  const queryClient = useQueryClient();
  const queryKey = pushKey(useAccountId());
  return useMutation({
    async mutationFn(change) {
      if ('atNight' in change) return call('POST /wallet/api/v1/push/setAtNight', { body: change });
      if (!change.isOn) return call('POST /wallet/api/v1/push/unsubscribe', {});
      return call('POST /wallet/api/v1/push/subscribe', { body: await subscribe(settings?.publicKey ?? '') });
    },
    onSuccess: (answer) => showAnswer(queryClient, { queryKey, exact: true }, () => answer),
    meta: { shownInPlace: true },
  });
}

/** Registers the worker, which only shows notifications, and subscribes at the browser's push service. */
async function subscribe(applicationServerKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied();
  await navigator.serviceWorker.register('/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  // One of another server key cannot be used.
  await former?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new PushDenied();
  return { endpoint, p256dh, auth, timeZone: ownTimeZone() };
}
