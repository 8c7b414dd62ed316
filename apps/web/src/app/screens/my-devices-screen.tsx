import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { DeviceList, DeviceSkeleton, useDevices } from '#/features/identity/devices/device-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

/** Lists where the fan is signed in, and lets them sign out there. */
export function MyDevicesScreen(): ReactNode {
  const t = useText();
  if (!useSession()) return <Redirect to={signInPath('/my-devices')} replace />;
  return (
    <>
      <ScreenHeader title={t('myDevices.title')} subtitle={t('myDevices.subtitle')} backTo="/my-security" />
      <div className="space-y-4 px-4">
        <Devices />
        <Link
          href="/my-security"
          className={
            'press flex items-center gap-3 rounded-tile bg-warn-soft ' +
            'p-3.5 text-small font-semibold text-pretty text-warn'
          }
        >
          <span className="min-w-0 flex-1">{t('myDevices.unknown')}</span>
          <NextIcon size={20} />
        </Link>
      </div>
    </>
  );
}

function Devices(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useDevices();
  if (data) return <DeviceList devices={data} />;
  if (!error) return <DeviceSkeleton />;
  return (
    <div className="card">
      <LoadError text={t('myDevices.failed')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    </div>
  );
}
