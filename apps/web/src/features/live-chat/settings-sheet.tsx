import type { Contract, InputOf } from '@lightstick/contract';
import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { CheckboxField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { chatErrorText, useChatAction } from './chat-calls.ts';
import type { ChatState } from './chat-log.ts';

const slowModes = ['0', '5', '10', '30', '60'] as const;

type Change = Omit<InputOf<Contract['POST /jplive/chat/settings']>['body'], 'roomId'>;

type SettingsSheetProps = { roomId: string; chat: ChatState; onClose: () => void };

/** How the chat works. Each change holds at once; the stream brings it back to everyone, this sheet included. */
export function SettingsSheet({ roomId, chat, onClose }: SettingsSheetProps): ReactNode {
  const t = useText();
  const settings = useChatAction('POST /jplive/chat/settings', roomId);
  // A change is shown at once, and until the stream brings the next state.
  const [ahead, setAhead] = useState<{ state: ChatState; of: ChatState }>();
  const shown = ahead?.of === chat ? ahead.state : chat;
  const change = (next: Change) => {
    setAhead({ state: changed(shown, next), of: chat });
    settings.mutate({ body: { roomId, ...next } }, { onError: () => setAhead(undefined) });
  };
  const slowMode = slowModes.find((seconds) => Number(seconds) >= shown.slowModeSeconds) ?? '60';
  return (
    <Sheet title={t('chat.settings')} subtitle={t('chat.settingsNote')} onClose={onClose}>
      <div className="mt-5 space-y-2">
        <div className="space-y-1.5">
          <p aria-hidden="true" className="text-small font-semibold">
            {t('chat.slowModeLabel')}
          </p>
          <SegmentedControl
            label={t('chat.slowModeLabel')}
            segments={slowModes.map((value) => ({
              value,
              label: value === '0' ? t('chat.slowModeOff') : t('chat.seconds', { seconds: Number(value) }),
            }))}
            value={slowMode}
            onChange={(seconds) => change({ slowModeSeconds: Number(seconds) })}
          />
        </div>
        <CheckboxField
          label={t('chat.holdAll')}
          hint={t('chat.holdAllNote')}
          checked={shown.holdAll}
          onChange={(holdAll) => change({ holdAll })}
        />
        <CheckboxField
          label={t('chat.moderatorsOnly')}
          checked={shown.moderatorsOnly}
          onChange={(moderatorsOnly) => change({ moderatorsOnly })}
        />
        <CheckboxField
          label={t('chat.pause')}
          hint={t('chat.pauseNote')}
          checked={shown.state === 'paused'}
          onChange={(isPaused) => change({ isPaused })}
        />
        {settings.error ? <InlineAlert>{chatErrorText(settings.error, t)}</InlineAlert> : null}
      </div>
    </Sheet>
  );
}

function changed(chat: ChatState, { isPaused, ...change }: Change): ChatState {
  const state = isPaused === undefined ? chat.state : isPaused ? 'paused' : 'open';
  return { ...chat, state, ...change } as ChatState;
}
