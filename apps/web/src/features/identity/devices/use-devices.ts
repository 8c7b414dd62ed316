import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type Device = DataOf<Contract['POST /wallet/api/v1/user/getSessions']>['list'][number];

/** Where the fan is signed in: this device first, then those seen last. */
export function useDevices(): UseQueryResult<readonly Device[]> {
  const accountId = useAccountId();
  return useQuery<readonly Device[]>({
    queryKey: [...queryKeys.devices, accountId],
    queryFn: async ({ signal }) => (await call('POST /wallet/api/v1/user/getSessions', { body: {} }, { signal })).list,
    enabled: accountId !== undefined,
  });
}

/** Signs the fan out on one device, or on every other one where none is named. */
export function useEndDevices(onEnded: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async (device: Device | undefined) => {
      if (device) await call('POST /wallet/api/v1/user/endSession', { body: { sessionId: device.sessionId } });
      else await call('POST /wallet/api/v1/user/endOtherSessions', { body: {} });
    },
    onSuccess: onEnded,
    // Also after a refusal, which means that the list is outdated.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.devices }),
  });
}

/** What a fan would call the device: `Chrome on Android`, or as much of it as is known. */
export function deviceWords({ browser, system }: Device, t: Translate): string {
  if (browser && system) return t('device.browserOnSystem', { browser, system });
  if (browser) return browser;
  return system ? t('device.appOnSystem', { system }) : t('device.unknown');
}
