import { type ReactNode, type SyntheticEvent, useRef, type RefObject, useEffect, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { remainingTime, useServerNow } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { isSendKey } from '#/ui/composer.ts';
import { FieldNote, useFieldIds } from '#/ui/form-fields.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { chatErrorText } from './chat-calls.ts';
import { asOneLine, charactersLeft, mostCharacters, type WritingState } from './composing.ts';
import type { MessageSending } from './use-sending.ts';
import type { MyChat } from './chat-log.ts';

const SendIcon = drawIcon('M4.5 12 20 4.8 15.5 20l-3.6-6.4zM11.9 13.6 20 4.8');

type ComposerProps = {
  sending: MessageSending;
  /** Every message waits for a moderator. */
  isHeld: boolean;
};

/** Shows the field of a message: one line that grows, sent by Enter or the button. */
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
          className={
            'chat-field bg-bg text-body placeholder:text-mute ' + (error === undefined ? 'border-line' : 'border-brand')
          }
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

/** Below this width picture and chat do not fit beside a keyboard (live-chat/room-chat.css). */
const phone = '(max-width: 767px)';
/** A keyboard takes more of the window than a browser's own bars do. */
const keyboardPx = 150;

/**
 * Fills what a phone's keyboard leaves of the window while a fan types: the picture above, the chat, the field at the
 * lower edge. Ends when the field is left, or the keyboard is closed.
 */
function useTypingDock(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const viewport = visualViewport;
    if (!element || !viewport) return undefined;
    const { documentElement: root } = document;
    const listening = new AbortController();
    const { signal } = listening;
    let docked: { readonly scrollY: number; hadKeyboard: boolean } | undefined;

    const fit = () => {
      if (!docked) return;
      const hasKeyboard = innerHeight - viewport.height > keyboardPx;
      if (docked.hadKeyboard && !hasKeyboard) {
        (document.activeElement as HTMLElement | null)?.blur();
        return;
      }
      docked.hadKeyboard = hasKeyboard;
      root.style.setProperty('--seen-top', `${viewport.offsetTop}px`);
      root.style.setProperty('--seen-height', `${viewport.height}px`);
    };
    const dock = ({ target }: FocusEvent) => {
      if (docked || !(target instanceof HTMLTextAreaElement) || !matchMedia(phone).matches) return;
      docked = { scrollY, hadKeyboard: false };
      // The chat leaves the page's flow, and the page keeps its height.
      document.body.style.minHeight = `${document.body.scrollHeight}px`;
      root.dataset['typing'] = '';
      fit();
    };
    const undock = () => {
      if (!docked) return;
      delete root.dataset['typing'];
      root.style.removeProperty('--seen-top');
      root.style.removeProperty('--seen-height');
      document.body.style.minHeight = '';
      scrollTo(0, docked.scrollY);
      docked = undefined;
    };
    element.addEventListener('focusin', dock, { signal });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) undock();
      },
      { signal },
    );
    viewport.addEventListener('resize', fit, { signal });
    viewport.addEventListener('scroll', fit, { signal });
    return () => {
      listening.abort();
      undock();
    };
  }, [form]);
}

const appealSheet = lazyPart(() => import('./appeal-sheet.tsx').then((module) => module.AppealSheet));

const texts: Record<Exclude<WritingState, 'open' | 'muted'>, MessageId> = {
  signIn: 'chat.note.signIn',
  coming: 'chat.note.coming',
  over: 'chat.note.over',
  closed: 'chat.note.closed',
  paused: 'chat.note.paused',
  readOnly: 'chat.note.readOnly',
  moderatorsOnly: 'chat.note.moderatorsOnly',
};

type WritingNoteProps = {
  roomId: string;
  writing: Exclude<WritingState, 'open'>;
  mute: MyChat['mute'];
};

/** Replaces the field: says why nothing can be written, and what the fan can do about it. */
export function WritingNote({ roomId, writing, mute }: WritingNoteProps): ReactNode {
  const t = useText();
  if (writing === 'muted') return mute ? <Muted roomId={roomId} mute={mute} /> : null;
  return (
    <div className="chat-note bg-raise">
      <p role="status" className="min-w-0 flex-1 text-small text-pretty text-mute">
        {t(texts[writing])}
      </p>
      {/* A host app signs its fans in itself. */}
      {writing === 'signIn' && !hostPresence() ? (
        <Link href={signInPath(location.pathname + location.search)} className={buttonStyle('primary')}>
          {t('account.signIn')}
        </Link>
      ) : null}
    </div>
  );
}

function Muted({ roomId, mute }: { roomId: string; mute: NonNullable<MyChat['mute']> }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isOpen, setOpen] = useState(false);
  const { until, reason, appeal } = mute;
  return (
    <div className="chat-note bg-warn-soft">
      <div role="status" className="min-w-0 flex-1 text-small">
        <p className="font-bold text-warn">
          {until === null ? t('chat.muted') : t('chat.mutedUntil', { until: friendly(until) })}
        </p>
        <p className="chat-text">{t('chat.mutedReason', { reason })}</p>
        {appeal === 'open' || appeal === 'refused' ? (
          <p className="text-mute">{t(appeal === 'open' ? 'chat.appeal.open' : 'chat.appeal.refused')}</p>
        ) : null}
      </div>
      {appeal === 'none' ? (
        <Button variant="soft" onClick={() => setOpen(true)}>
          {t('chat.appeal.action')}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <appealSheet.Component roomId={roomId} mute={mute} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
