import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { CheckboxField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { chatErrorText, useChatAction } from './chat-calls.ts';
import type { ChatState } from './chat-log.ts';

const slowModes = ['0', '5', '10', '30', '60'] as const;

type Settings = Pick<ChatState, 'slowModeSeconds' | 'holdAll' | 'moderatorsOnly'> & { readonly isPaused: boolean };
type ChatSettingsChange = Partial<Settings>;

type SettingsSheetProps = { roomId: string; chat: ChatState; onClose: () => void };

/** Sets how the chat works. Each change holds at once; the stream brings it back to everyone, this sheet included. */
export function SettingsSheet({ roomId, chat, onClose }: SettingsSheetProps): ReactNode {
  const t = useText();
  const settings = useChatAction('POST /activity/api/v1/jplive/chat/settings', roomId);
  // Changes are shown at once, each until the stream brings it.
  const [ahead, setAhead] = useState<ChatSettingsChange>({});
  const now = settingsOf(chat);
  const unseen = (Object.keys(ahead) as (keyof ChatSettingsChange)[]).filter((name) => ahead[name] !== now[name]);
  if (unseen.length < Object.keys(ahead).length) {
    setAhead(Object.fromEntries(unseen.map((name) => [name, ahead[name]])));
  }
  const shown = { ...now, ...ahead };
  const change = (next: ChatSettingsChange) => {
    setAhead({ ...ahead, ...next });
    settings.mutate({ body: { roomId, ...next } }, { onError: () => setAhead({}) });
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
          checked={shown.isPaused}
          onChange={(isPaused) => change({ isPaused })}
        />
        {settings.error ? <InlineAlert>{chatErrorText(settings.error, t)}</InlineAlert> : null}
      </div>
    </Sheet>
  );
}

function settingsOf({ state, slowModeSeconds, holdAll, moderatorsOnly }: ChatState): Settings {
  return { slowModeSeconds, holdAll, moderatorsOnly, isPaused: state === 'paused' };
}
