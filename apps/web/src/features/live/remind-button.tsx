import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { type LiveRoom, remindErrorText, useRemind } from './live-queries.ts';

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
