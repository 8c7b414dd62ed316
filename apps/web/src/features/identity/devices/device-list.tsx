import type { Contract, ErrorOf, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatAgo } from '#/lib/format/format-relative.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog.tsx';
import { Empty } from '#/ui/empty.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { LockIcon, SignOutIcon, ComputerIcon, PhoneIcon, TabletIcon, VisitIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

/** Lists this device and the others, with buttons to sign out there. */
export function DeviceList({ devices }: { devices: readonly Device[] }): ReactNode {
  const t = useText();
  const [ending, setEnding] = useState<{ device: Device | undefined }>();
  const own = devices.find(({ current }) => current);
  const others = devices.filter(({ current }) => !current);
  const [isRowGone, setRowGone] = useState(false);
  const heading = useArrivingFocus<HTMLHeadingElement>(isRowGone);
  const ask = (device: Device | undefined) => {
    setRowGone(false);
    setEnding({ device });
  };
  const leaveQuestion = (hasEnded: boolean) => {
    const isThere = others.some(({ sessionId }) => !ending?.device || sessionId === ending.device.sessionId);
    setRowGone(hasEnded || !isThere);
    setEnding(undefined);
  };
  return (
    <>
      {own ? <ThisDevice device={own} /> : null}
      <section aria-labelledby="other-devices" className="card">
        <h2 ref={heading} id="other-devices" tabIndex={-1} className="mb-1 text-title font-bold">
          {t('device.others')}
        </h2>
        {others.length === 0 ? (
          <Empty icon={LockIcon} text={t('device.onlyThis')} />
        ) : (
          <>
            <ul className="divide-y divide-line">
              {others.map((device) => (
                <DeviceRow key={device.sessionId} device={device} onEnd={() => ask(device)} />
              ))}
            </ul>
            <Button variant="soft" size="large" className="mt-4" onClick={() => ask(undefined)}>
              <SignOutIcon size={20} />
              {t('device.signOutOthers')}
            </Button>
          </>
        )}
      </section>
      {ending ? (
        <EndDevicesModal
          device={ending.device}
          onEnded={() => leaveQuestion(true)}
          onClose={() => leaveQuestion(false)}
        />
      ) : null}
    </>
  );
}

function ThisDevice({ device }: { device: Device }): ReactNode {
  const t = useText();
  const friendlyDate = useFriendlyDate();
  return (
    <section aria-labelledby="this-device" className="card flex items-center gap-3.5">
      <DeviceSign device={device} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 id="this-device" className="text-body font-bold break-words">
            {deviceWords(device, t)}
          </h2>
          <Badge tone="ok">{t('device.this')}</Badge>
        </div>
        <p className="num text-small text-mute">{t('device.since', { date: friendlyDate(device.begunAt) })}</p>
      </div>
    </section>
  );
}

/** The server records a device every five minutes at most, so an active device may look this old. */
const justNowMs = 6 * 60_000;

/** Returns a formatter of a device's last visit: `last seen 3 hours ago`. */
function useLastSeen(): (lastSeenAt: string) => string {
  const t = useText();
  const { languageType } = useEnvironment();
  return (lastSeenAt) => {
    const agoMs = serverNowMs() - Date.parse(lastSeenAt);
    return agoMs < justNowMs ? t('device.activeNow') : t('device.lastSeen', { ago: formatAgo(agoMs, languageType) });
  };
}

const icons: Record<NonNullable<Device['deviceType']>, IconComponent> = {
  phone: PhoneIcon,
  tablet: TabletIcon,
  computer: ComputerIcon,
};

/** Shows a device's icon, in brand colours for this one. */
function DeviceSign({ device }: { device: Device }): ReactNode {
  const Icon = device.deviceType ? icons[device.deviceType] : VisitIcon;
  return (
    <span
      className={`grid size-12 shrink-0 place-content-center rounded-control ${
        device.current ? 'action' : 'bg-brand-soft text-brand'
      }`}
    >
      <Icon size={24} />
    </span>
  );
}

/** Shows another device of the fan: what it is, when it was last there, and a button to sign out there. */
function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }): ReactNode {
  const t = useText();
  const lastSeen = useLastSeen();
  const words = deviceWords(device, t);
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5">
      <DeviceSign device={device} />
      <div className="min-w-0 flex-1">
        <p className="text-body font-bold break-words">{words}</p>
        <p className="num text-small text-mute">{lastSeen(device.lastSeenAt)}</p>
      </div>
      <Button variant="soft" aria-label={t('device.signOutOf', { device: words })} onClick={onEnd}>
        {t('device.signOut')}
      </Button>
    </li>
  );
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract['POST /wallet/api/v1/user/endSession']>, MessageId> = {
  SESSION_NOT_FOUND: 'device.refused.gone',
};

function deviceErrorText(error: Error, t: Translate): string {
  return refusalText(error, texts, t);
}

type EndDevicesModalProps = {
  /** The device to sign out; without one, all but this one. */
  device: Device | undefined;
  onEnded: () => void;
  onClose: () => void;
};

/** Asks once before signing out on one other device, or on all of them. */
function EndDevicesModal({ device, onEnded, onClose }: EndDevicesModalProps): ReactNode {
  const t = useText();
  const words = device && deviceWords(device, t);
  const end = useEndDevices(() => {
    showToast({ kind: 'success', title: words ? t('device.ended', { device: words }) : t('device.othersEnded') });
    onEnded();
  });
  return (
    <Modal
      title={words ? t('device.endTitle', { device: words }) : t('device.endOthersTitle')}
      closable={!end.isPending}
      onClose={onClose}
    >
      {(close) => (
        <>
          <p className="mt-2 text-body text-pretty text-mute">{t('device.endText')}</p>
          {end.error ? (
            <div className="mt-4">
              <InlineAlert>{deviceErrorText(end.error, t)}</InlineAlert>
            </div>
          ) : null}
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button variant="soft" size="large" disabled={end.isPending} onClick={close}>
              {t('device.keep')}
            </Button>
            <Button size="large" busy={end.isPending} onClick={() => end.mutate(device)}>
              {words ? t('device.signOut') : t('device.signOutOthers')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

export function DeviceSkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <div className="card">
        <SkeletonRow />
      </div>
      <div className="card space-y-2.5">
        <Skeleton className="mb-3 h-6 w-36 rounded-full" />
        <SkeletonRow />
        <SkeletonRow />
      </div>
    </LoadingRegion>
  );
}

function SkeletonRow(): ReactNode {
  return (
    <div className="flex min-h-12 items-center gap-3.5">
      <Skeleton className="size-12 rounded-control" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-4 w-36 rounded-full" />
        <Skeleton className="h-3 w-28 rounded-full" />
      </div>
    </div>
  );
}

type Device = DataOf<Contract['POST /wallet/api/v1/user/getSessions']>['list'][number];

/** Loads the devices on which the fan is signed in: this one first, then those seen last. */
export function useDevices(): UseQueryResult<readonly Device[]> {
  const accountId = useAccountId();
  return useQuery<readonly Device[]>({
    queryKey: [...queryKeys.devices, accountId],
    queryFn: async ({ signal }) => (await call('POST /wallet/api/v1/user/getSessions', { body: {} }, { signal })).list,
    enabled: accountId !== undefined,
  });
}

/** Signs the fan out on one device, or on every other one where none is named. */
function useEndDevices(onEnded: () => void) {
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

/** Names the device as a fan would: `Chrome on Android`, or as much of it as is known. */
function deviceWords({ browser, system }: Device, t: Translate): string {
  if (browser && system) return t('device.browserOnSystem', { browser, system });
  if (browser) return browser;
  return system ? t('device.appOnSystem', { system }) : t('device.unknown');
}
