import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog/modal.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { deviceErrorText } from './device-error-text.ts';
import { deviceWords } from './device-words.ts';
import { type Device, useEndDevices } from './use-devices.ts';

type EndDevicesModalProps = {
  /** Without one, all but this one are meant. */
  device: Device | undefined;
  onEnded: () => void;
  onClose: () => void;
};

/** Asks once before signing out on one other device, or on all of them. */
export function EndDevicesModal({ device, onEnded, onClose }: EndDevicesModalProps): ReactNode {
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
