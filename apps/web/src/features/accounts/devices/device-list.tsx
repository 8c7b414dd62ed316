import { type ReactNode, useState } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { LockIcon, SignOutIcon } from '#/ui/icons/more-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { DeviceRow, DeviceSign } from './device-row.tsx';
import { deviceWords } from './device-words.ts';
import { EndDevicesModal } from './end-devices-modal.tsx';
import type { Device } from './use-devices.ts';

/** This device, the others, and the ways to sign out there. */
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
