import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { ComputerIcon, PhoneIcon, TabletIcon, VisitIcon } from '#/ui/icons/more-icons.tsx';
import { deviceWords } from './device-words.ts';
import type { Device } from './use-devices.ts';
import { useLastSeen } from './use-last-seen.ts';

const icons: Record<NonNullable<Device['deviceType']>, IconComponent> = {
  phone: PhoneIcon,
  tablet: TabletIcon,
  computer: ComputerIcon,
};

/** A device in its own sign, in brand colours where it is this one. */
export function DeviceSign({ device }: { device: Device }): ReactNode {
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

/** Another device of the fan: what it is, when it was last there, and the way to sign out there. */
export function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }): ReactNode {
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
