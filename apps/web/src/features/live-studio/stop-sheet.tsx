import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { type StudioRoom, stopErrorText } from './studio-queries.ts';
import type { Broadcast } from './use-broadcast.ts';

type StopSheetProps = { room: StudioRoom; broadcast: Broadcast; onClose: () => void };

/** Asks what is to stop: the presenter's picture for now, or the room for everyone. */
export function StopSheet({ room, broadcast, onClose }: StopSheetProps): ReactNode {
  const t = useText();
  const [isEnding, setEnding] = useState(false);
  const { stop, isStopping, stopError } = broadcast;
  const isOnAir = room.state === 'onAir';
  return (
    <Sheet
      title={t(isEnding ? 'studio.endSure' : 'studio.stopTitle')}
      subtitle={t(isEnding ? 'studio.endSureText' : isOnAir ? 'studio.stopText' : 'studio.stopRehearsalText')}
      onClose={onClose}
    >
      {(close) => (
        <div className="mt-5 space-y-3">
          <CloseWhen done={broadcast.state.at === 'off' && !isStopping && !stopError} close={close} />
          {stopError ? <InlineAlert>{stopErrorText(stopError, t)}</InlineAlert> : null}
          {isEnding ? (
            <Button size="large" busy={isStopping} onClick={() => stop(true)}>
              {t('studio.endForAll')}
            </Button>
          ) : (
            <Button size="large" busy={isStopping} onClick={() => stop(false)}>
              {t(isOnAir ? 'studio.pausePicture' : 'studio.stop')}
            </Button>
          )}
          {isOnAir && !isEnding ? (
            <Button variant="soft" size="large" disabled={isStopping} onClick={() => setEnding(true)}>
              {t('studio.endRoom')}
            </Button>
          ) : null}
          <Button variant="quiet" className="w-full" disabled={isStopping} onClick={close}>
            {t('studio.goOn')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
