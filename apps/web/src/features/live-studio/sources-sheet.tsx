import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useStore } from '#/lib/external-store.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { SelectField } from '#/ui/form-fields.tsx';
import { ComputerIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import type { Capture, Device } from './capture.ts';

/** Tells whether the screen can be shared; phones cannot. */
const canShareScreen = () => 'getDisplayMedia' in navigator.mediaDevices;

/** Chooses which camera, screen and microphone go out. */
export function SourcesSheet({ capture, onClose }: { capture: Capture; onClose: () => void }): ReactNode {
  const t = useText();
  const { cameras, cameraId, microphones, microphoneId, source } = useStore(capture.store);
  const choicesOf = (devices: readonly Device[], name: (number: number) => string) =>
    devices.map(({ id, label }, index) => ({ value: id, label: label === '' ? name(index + 1) : label }));
  return (
    <Sheet title={t('studio.sources')} subtitle={t('studio.sourcesNote')} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-4">
          <SelectField
            label={t('studio.camera')}
            placeholder={t(source === 'screen' ? 'studio.screenShown' : 'studio.pickCamera')}
            choices={choicesOf(cameras, (number) => t('studio.cameraNumber', { number }))}
            value={source === 'screen' ? '' : cameraId}
            onChange={(event) => void capture.showCamera(event.currentTarget.value)}
          />
          {canShareScreen() ? (
            <Button variant="soft" className="w-full" onClick={() => void capture.shareScreen()}>
              <ComputerIcon size={20} />
              {t('studio.shareScreen')}
            </Button>
          ) : null}
          {microphones.length === 0 ? (
            <InlineAlert>{t('studio.problem.noMicrophone')}</InlineAlert>
          ) : (
            <SelectField
              label={t('studio.microphone')}
              placeholder={t('studio.pickMicrophone')}
              choices={choicesOf(microphones, (number) => t('studio.microphoneNumber', { number }))}
              value={microphoneId}
              onChange={(event) => void capture.listenTo(event.currentTarget.value)}
            />
          )}
          <Button size="large" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
