import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { chatErrorText } from './chat-calls.ts';
import type { ChatState } from './chat-log.ts';

const queueSheet = lazyPart(() => import('./queue-sheet.tsx').then((module) => module.QueueSheet));
const mutesSheet = lazyPart(() => import('./mutes-sheet.tsx').then((module) => module.MutesSheet));
const settingsSheet = lazyPart(() => import('./settings-sheet.tsx').then((module) => module.SettingsSheet));

const dutyRoute = 'POST /activity/api/v1/jplive/chat/duty';
const beatMs = 20_000;

/** Shows the moderators’ tools in the room: being on duty, what waits, and how the chat works. */
export function ModeratorBar({ roomId, chat }: { roomId: string; chat: ChatState }): ReactNode {
  const t = useText();
  const [opened, setOpened] = useState<'queue' | 'mutes' | 'settings'>();
  const { isOnDuty, setOnDuty, waiting, error } = useDuty(roomId);
  return (
    <section aria-label={t('chat.moderation')} className="space-y-2 rounded-tile bg-raise p-2.5">
      <div className="flex items-center gap-2.5">
        <button
          type="button"
          role="switch"
          aria-checked={isOnDuty}
          className={`press inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-small font-bold ${
            isOnDuty ? 'bg-ok-soft text-ok' : 'bg-surface text-mute'
          }`}
          onClick={() => setOnDuty(!isOnDuty)}
        >
          <span aria-hidden="true" className={`chat-duty ${isOnDuty ? 'live-dot' : ''}`} />
          {t('chat.onDuty')}
        </button>
        {isOnDuty ? null : <p className="min-w-0 text-caption text-pretty text-mute">{t('chat.offDutyNote')}</p>}
      </div>
      <div className="grid grid-flow-col gap-2">
        <Button variant={waiting ? 'primary' : 'soft'} onClick={() => setOpened('queue')}>
          {t('chat.queue')}
          {waiting ? <span className="num">{waiting}</span> : null}
        </Button>
        <Button variant="soft" onClick={() => setOpened('mutes')}>
          {t('chat.mutes')}
        </Button>
        <Button variant="soft" onClick={() => setOpened('settings')}>
          {t('chat.settings')}
        </Button>
      </div>
      {error ? <InlineAlert>{chatErrorText(error, t)}</InlineAlert> : null}
      <Suspense fallback={null}>
        {opened === 'queue' ? <queueSheet.Component roomId={roomId} onClose={() => setOpened(undefined)} /> : null}
        {opened === 'mutes' ? <mutesSheet.Component roomId={roomId} onClose={() => setOpened(undefined)} /> : null}
        {opened === 'settings' ? (
          <settingsSheet.Component roomId={roomId} chat={chat} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </section>
  );
}

/** Duty lasts as long as its beat: it ends with the switch, with the screen, and without a connection. */
function useDuty(roomId: string) {
  const [isOnDuty, setOnDuty] = useState(false);
  const { mutate, data, error } = useMutation({
    mutationFn: (onDuty: boolean) => call(dutyRoute, { body: { roomId, onDuty } }),
    meta: { shownInPlace: true },
  });
  const beat = useEffectEvent((onDuty: boolean) => mutate(onDuty));
  useEffect(() => {
    if (!isOnDuty) return undefined;
    beat(true);
    const timer = setInterval(() => beat(true), beatMs);
    return () => {
      clearInterval(timer);
      // Without an answer the server ends the duty by itself, soon after.
      call(dutyRoute, { body: { roomId, onDuty: false } }).catch(() => undefined);
    };
  }, [isOnDuty, roomId]);
  return { isOnDuty, setOnDuty, waiting: isOnDuty ? data?.waiting : undefined, error };
}
