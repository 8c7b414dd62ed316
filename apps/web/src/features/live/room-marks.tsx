import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { EyeIcon } from '#/ui/icons/more-icons.tsx';
import type { LiveRoom } from './live-queries.ts';

/** Whether a room that is over offers a replay to the fan. After its end there are no more tickets. */
export function offersReplay({ state, replayUntil, price, myTicket }: LiveRoom): boolean {
  return state === 'over' && replayUntil !== null && (price === 0 || myTicket?.state === 'valid');
}

/** What a room's picture is called: what was made before is never called live. */
export function kindText(room: LiveRoom): MessageId {
  if (room.state === 'over') return offersReplay(room) ? 'live.mark.replay' : 'live.mark.over';
  return room.kind === 'live' ? 'live.mark.live' : 'live.mark.recording';
}

/** Over the corners of a room's picture: what it is, and how many watch. */
export function RoomMarks({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  const { kind, state, viewers } = room;
  const isOnAir = state === 'onAir';
  return (
    <p className="live-marks">
      <span className="live-mark" data-tone={isOnAir && kind === 'live' ? 'live' : undefined}>
        {isOnAir ? <span aria-hidden="true" className="live-dot size-2 rounded-full bg-white" /> : null}
        {t(kindText(room))}
      </span>
      {isOnAir ? (
        <span className="live-mark num">
          <EyeIcon size={15} />
          <span aria-hidden="true">{formatNumber(viewers)}</span>
          <span className="sr-only">{t('live.viewerCount', { viewers })}</span>
        </span>
      ) : null}
    </p>
  );
}
