import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { writtenCharacters } from '#/ui/composer.ts';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { TextAreaField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { chatErrorText, useChatAction } from './chat-calls.ts';
import type { MyChat } from './chat-log.ts';
import { asOneLine } from './composing.ts';

const mostCharacters = 500;

type AppealSheetProps = { roomId: string; mute: NonNullable<MyChat['mute']>; onClose: () => void };

/** Takes one appeal against a mute, which operators decide. */
export function AppealSheet({ roomId, mute, onClose }: AppealSheetProps): ReactNode {
  const t = useText();
  const [text, setText] = useState('');
  const isTooLong = writtenCharacters(text) > mostCharacters;
  const appeal = useChatAction('POST /activity/api/v1/jplive/chat/appeal', roomId);
  return (
    <Sheet title={t('chat.appeal.title')} subtitle={t('chat.mutedReason', { reason: mute.reason })} onClose={onClose}>
      {(close) => (
        <form
          className="mt-5 space-y-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (appeal.isPending) return;
            appeal.mutate(
              { body: { muteId: mute.muteId, text: asOneLine(text).trim() } },
              { onSuccess: () => showToast({ kind: 'success', title: t('chat.appeal.open') }) },
            );
          }}
        >
          <CloseWhen done={appeal.isSuccess} close={close} />
          <TextAreaField
            label={t('chat.appeal.label')}
            hint={t('chat.appeal.hint')}
            value={text}
            error={isTooLong ? t('form.length.max', { label: t('chat.appeal.label'), max: mostCharacters }) : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {appeal.error ? <InlineAlert>{chatErrorText(appeal.error, t)}</InlineAlert> : null}
          <Button type="submit" size="large" busy={appeal.isPending} disabled={text.trim() === '' || isTooLong}>
            {t('chat.appeal.send')}
          </Button>
        </form>
      )}
    </Sheet>
  );
}
