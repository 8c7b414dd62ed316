import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { remainingTime } from '#/lib/clock/remaining-time.ts';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { isSendKey } from '#/ui/composer.ts';
import { FieldNote, useFieldIds } from '#/ui/form-fields.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { chatErrorText } from './chat-calls.ts';
import { asOneLine, charactersLeft, mostCharacters } from './composing.ts';
import type { Sending } from './use-sending.ts';
import { useTypingDock } from './use-typing-dock.ts';

const SendIcon = drawIcon('M4.5 12 20 4.8 15.5 20l-3.6-6.4zM11.9 13.6 20 4.8');

type ComposerProps = {
  sending: Sending;
  /** Every message waits for a moderator. */
  isHeld: boolean;
};

/** The field of a message: one line that grows, sent by Enter or the button. */
export function Composer({ sending, isHeld }: ComposerProps): ReactNode {
  const t = useText();
  const { draft, write, send, refusal, readyAtMs } = sending;
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useTypingDock(form);
  const nowMs = useServerNow(readyAtMs || undefined);
  const { minutes, seconds } = remainingTime(readyAtMs, nowMs);
  const wait = minutes * 60 + seconds;
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const error = isTooLong
    ? t('chat.tooLong', { over: -left, most: mostCharacters })
    : refusal && chatErrorText(refusal, t);
  const hint = wait > 0 ? t('chat.slowWait', { seconds: wait }) : isHeld ? t('chat.heldNote') : undefined;
  const { id, noteId, aria } = useFieldIds({ error, hint });
  const maySend = draft.trim() !== '' && !isTooLong && wait === 0;

  const submit = (event: Pick<SyntheticEvent, 'preventDefault'>) => {
    event.preventDefault();
    if (!maySend) return;
    send();
    // The button takes the focus when pressed, but the next message is written in the field.
    field.current?.focus();
  };

  return (
    <form ref={form} className="chat-composer" onSubmit={submit}>
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {t('chat.write')}
        </label>
        <textarea
          {...aria}
          ref={field}
          id={id}
          rows={1}
          value={draft}
          autoComplete="off"
          enterKeyHint="send"
          placeholder={t('chat.placeholder')}
          className={`chat-field bg-bg text-body placeholder:text-mute ${error === undefined ? 'border-line' : 'border-brand'}`}
          onChange={({ currentTarget, nativeEvent }) => {
            // An input method owns the text until its composition ends.
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            write(isComposing ? currentTarget.value : asOneLine(currentTarget.value));
          }}
          onKeyDown={(event) => {
            if (isSendKey(event)) submit(event);
          }}
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          aria-disabled={!maySend || undefined}
          className="chat-send action press num text-small font-bold aria-disabled:opacity-50"
        >
          {wait > 0 ? wait : <SendIcon size={22} />}
        </button>
      </div>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <FieldNote id={noteId} error={error} hint={hint} />
        </div>
        {left === undefined ? null : <CharactersLeft left={left} />}
      </div>
    </form>
  );
}

function CharactersLeft({ left }: { left: number }): ReactNode {
  const t = useText();
  return (
    <p className={`num mt-1.5 text-small font-semibold ${left < 0 ? 'text-brand' : 'text-mute'}`}>
      <span aria-hidden="true">{left}</span>
      <span className="sr-only">{t('chat.left', { left: Math.max(0, left) })}</span>
    </p>
  );
}
