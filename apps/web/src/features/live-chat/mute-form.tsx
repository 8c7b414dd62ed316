import type { Contract, InputOf } from '@lightstick/contract';
import { graphemeCount } from '@lightstick/contract/graphemes';
import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CloseWhen } from '#/ui/dialog.tsx';
import { CheckboxField, FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { chatErrorText, useChatAction } from './chat-calls.ts';

type Length = InputOf<Contract['POST /activity/api/v1/jplive/chat/mute']>['body']['length'];

const lengths: readonly Length[] = ['fiveMinutes', 'thisRoom', 'forEver'];
const fewestCharacters = 3;
const mostCharacters = 200;

type MuteFormProps = { roomId: string; messageId: string; onDone: () => void };

/** Mutes the author of a message: for how long, why, and whether their messages leave. */
export function MuteForm({ roomId, messageId, onDone }: MuteFormProps): ReactNode {
  const t = useText();
  const [length, setLength] = useState<Length>('fiveMinutes');
  const [reason, setReason] = useState('');
  const [removeMessages, setRemove] = useState(false);
  const mute = useChatAction('POST /activity/api/v1/jplive/chat/mute', roomId);
  const given = reason.trim();
  const characters = graphemeCount(given);
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (mute.isPending) return;
        mute.mutate(
          { body: { messageId, length, reason: given, removeMessages } },
          { onSuccess: () => showToast({ kind: 'success', title: t('chat.mute.done') }) },
        );
      }}
    >
      <CloseWhen done={mute.isSuccess} close={onDone} />
      <SegmentedControl
        label={t('chat.mute.length')}
        segments={lengths.map((value) => ({ value, label: t(`chat.mute.length.${value}`) }))}
        value={length}
        onChange={setLength}
      />
      <FormField
        label={t('chat.mute.reason')}
        hint={t('chat.mute.reasonHint')}
        value={reason}
        error={
          characters > mostCharacters
            ? t('form.length.max', { label: t('chat.mute.reason'), max: mostCharacters })
            : undefined
        }
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <CheckboxField label={t('chat.mute.removeMessages')} checked={removeMessages} onChange={setRemove} />
      {mute.error ? <InlineAlert>{chatErrorText(mute.error, t)}</InlineAlert> : null}
      <Button
        type="submit"
        size="large"
        busy={mute.isPending}
        disabled={characters < fewestCharacters || characters > mostCharacters}
      >
        {t('chat.mute.action')}
      </Button>
    </form>
  );
}
