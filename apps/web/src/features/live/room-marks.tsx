import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { EyeIcon } from '#/ui/icons/more-icons.tsx';
import { Button } from '#/ui/button.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { type LiveRoom, remindErrorText, useRemind } from './live-queries.ts';

/** Tells whether a room that is over offers a replay to the fan. After its end there are no more tickets. */
export function offersReplay({ state, replayUntil, price, myTicket }: LiveRoom): boolean {
  return state === 'over' && replayUntil !== null && (price === 0 || myTicket?.state === 'valid');
}

/** Returns the name of a room's picture: a recording is never called live. */
export function kindText(room: LiveRoom): MessageId {
  if (room.state === 'over') return offersReplay(room) ? 'live.mark.replay' : 'live.mark.over';
  return room.kind === 'live' ? 'live.mark.live' : 'live.mark.recording';
}

/** Shows over the corners of a room's picture what it is, and how many watch. */
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

const BellIcon = drawIcon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20a2.2 2.2 0 0 0 4 0');

type RemindButtonProps = { room: Pick<LiveRoom, 'roomId' | 'title' | 'isReminded'>; size?: 'large' | 'medium' };

/** Sets the fan's reminder of a room that is to come, or clears it. */
export function RemindButton({ room, size = 'medium' }: RemindButtonProps): ReactNode {
  const t = useText();
  const { remind, isPending, error } = useRemind(room.roomId);
  const { isReminded } = room;
  return (
    <div className="space-y-3">
      <Button variant="soft" size={size} busy={isPending} aria-pressed={isReminded} onClick={() => remind(!isReminded)}>
        {isPending ? null : <BellIcon size={18} filled={isReminded} />}
        {t(isReminded ? 'live.reminded' : 'live.remind')}
        <span className="sr-only">{room.title}</span>
      </Button>
      {error ? <InlineAlert>{remindErrorText(error, t)}</InlineAlert> : null}
    </div>
  );
}

/** Says when a room opens: within the last day the time that is left. */
export function StartsIn({ at }: { at: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const atMs = Date.parse(at);
  const nowMs = useServerNow(atMs);
  if (nowMs >= atMs) return t('live.starting');
  const left = formatTimeLeft(atMs, nowMs);
  return left === undefined ? t('live.startsAt', { when: friendly(at) }) : t('live.startsInTime', { left });
}
