import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, memo } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { AlertIcon, DownIcon } from '#/ui/icons/shell-icons.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { Badge } from '#/ui/badge.tsx';
import { FanMarks } from '#/ui/fan-marks.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { ChatMessage, OutgoingMessage } from './chat-log.ts';

/** Closer to the end than this, the log follows new messages. */
const atEndPx = 48;
/** The interval at which screen readers hear how many messages have come; each of them would never end. */
const announceMs = 20_000;

type MessageLogProps = {
  messages: readonly ChatMessage[];
  /** The fan's own messages that the log does not have yet. */
  waiting: readonly OutgoingMessage[];
  ownIds: ReadonlySet<string>;
  onPick?: ((message: ChatMessage) => void) | undefined;
  /** Only a moderator can do something about their own messages. */
  mayPickOwn: boolean;
  onSendAgain: (outgoing: OutgoingMessage) => void;
};

/** Shows the messages, oldest first. Stays at the newest until the reader scrolls up, and then counts new ones. */
export function MessageLog(props: MessageLogProps): ReactNode {
  const { messages, waiting, ownIds, onPick, mayPickOwn, onSendAgain } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  /** The last message when the reader left the end; undefined at the end. */
  const [readUpTo, setReadUpTo] = useState<string>();
  const lastId = messages.at(-1)?.messageId;
  const lastWaiting = waiting.at(-1)?.clientId;
  const unread = unreadAfter(messages, readUpTo);

  useLayoutEffect(() => {
    if (lastId !== undefined && readUpTo === undefined) scrollToEnd(box.current);
  }, [lastId, readUpTo]);
  // Scrolls to the fan's newest message from any place in the log.
  useLayoutEffect(() => {
    if (lastWaiting !== undefined) scrollToEnd(box.current);
  }, [lastWaiting]);

  return (
    <div className="chat-frame">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t('chat.messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A part that scrolls must be reached by the keyboard.
        tabIndex={0}
        className="chat-log"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          const isAtEnd = scrollHeight - scrollTop - clientHeight < atEndPx;
          setReadUpTo((known) => (isAtEnd ? undefined : (known ?? lastId)));
        }}
      >
        {messages.length === 0 && waiting.length === 0 ? (
          <p className="chat-empty text-small text-mute">{t('chat.empty')}</p>
        ) : (
          <ul>
            {messages.map((message) => {
              const isOwn = ownIds.has(message.messageId);
              const mayPick = !isOwn || mayPickOwn;
              return (
                <MessageRow
                  key={message.messageId}
                  message={message}
                  isOwn={isOwn}
                  onPick={mayPick ? onPick : undefined}
                />
              );
            })}
            {waiting.map((outgoing) => (
              <WaitingRow key={outgoing.clientId} outgoing={outgoing} onSendAgain={onSendAgain} />
            ))}
          </ul>
        )}
      </div>
      {unread > 0 ? (
        <button
          type="button"
          className="chat-new action press text-small font-bold"
          onClick={() => scrollToEnd(box.current)}
        >
          <DownIcon size={16} />
          <span className="num">{t('chat.newMessages', { count: unread })}</span>
        </button>
      ) : null}
      <Announcement messages={messages} />
    </div>
  );
}

function scrollToEnd(box: HTMLElement | null): void {
  if (box) box.scrollTop = box.scrollHeight;
}

function unreadAfter(messages: readonly ChatMessage[], readUpTo: string | undefined): number {
  if (readUpTo === undefined) return 0;
  // A message that has left the log since is older than all others.
  return messages.length - 1 - messages.findLastIndex(({ messageId }) => messageId === readUpTo);
}

/** Says now and then how many messages have come, to screen readers only. */
function Announcement({ messages }: { messages: readonly ChatMessage[] }): ReactNode {
  const t = useText();
  const [heard, setHeard] = useState<{ upTo: string | undefined; count: number }>();
  const hear = useEffectEvent(() => {
    const upTo = messages.at(-1)?.messageId;
    const count = heard ? unreadAfter(messages, heard.upTo) : 0;
    if (heard?.upTo !== upTo || !heard) setHeard({ upTo, count });
  });
  useEffect(() => {
    const timer = setInterval(() => hear(), announceMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="sr-only">
      {heard && heard.count > 0 ? t('chat.newMessages', { count: heard.count }) : null}
    </p>
  );
}

type WaitingRowProps = { outgoing: OutgoingMessage; onSendAgain: (outgoing: OutgoingMessage) => void };

function WaitingRow({ outgoing, onSendAgain }: WaitingRowProps): ReactNode {
  const t = useText();
  const { state, text } = outgoing;
  const isOnItsWay = state === 'sending' || state === 'sent';
  return (
    <li className="chat-row" data-own data-state={state}>
      <span className="chat-waiting text-mute">
        {isOnItsWay ? <Spinner /> : null}
        {state === 'held' ? <ClockIcon size={18} /> : null}
        {state === 'unknown' ? <AlertIcon size={18} /> : null}
      </span>
      <div className="chat-text min-w-0 flex-1 text-small">
        <p className="text-mute">{text}</p>
        <p role="status" className="text-caption font-semibold text-mute">
          {t(state === 'held' ? 'chat.held' : state === 'unknown' ? 'chat.unknown' : 'chat.sending')}
        </p>
      </div>
      {state === 'unknown' ? (
        <Button variant="soft" onClick={() => onSendAgain(outgoing)}>
          {t('common.retry')}
        </Button>
      ) : null}
    </li>
  );
}

const MoreIcon = drawIcon('M5.5 12v.1M12 12v.1M18.5 12v.1');

type MessageRowProps = {
  message: ChatMessage;
  isOwn?: boolean;
  /** Opens what can be done about the message; undefined where nothing can. */
  onPick?: ((message: ChatMessage) => void) | undefined;
};

/** One message, as compact as a long chat needs. */
const MessageRow = memo(function MessageRow({ message, isOwn = false, onPick }: MessageRowProps): ReactNode {
  return (
    <li className="chat-row" data-own={isOwn || undefined} data-message={message.messageId}>
      <MessageLine message={message} />
      {onPick ? <MessageOptions message={message} onPick={onPick} /> : null}
    </li>
  );
});

type MessageOptionsProps = { message: ChatMessage; onPick: (message: ChatMessage) => void };

/** Opens what can be done about a message. All that is around it is its target. */
export function MessageOptions({ message, onPick }: MessageOptionsProps): ReactNode {
  const t = useText();
  return (
    <button
      type="button"
      className="chat-options text-mute"
      aria-label={t('chat.options', { nickname: message.nickname, text: message.text })}
      onClick={() => onPick(message)}
    >
      <MoreIcon size={18} />
    </button>
  );
}

/** Shows who says what. Links stay text. */
export function MessageLine({ message }: { message: ChatMessage }): ReactNode {
  const { nickname, level, badge, avatarUrl, role, text } = message;
  const t = useText();
  return (
    <>
      <Portrait src={avatarUrl} width={28} height={28} className="chat-avatar" />
      <p className="chat-text min-w-0 flex-1 text-small">
        <Name className={`font-bold ${role === 'fan' ? 'text-mute' : 'text-brand'}`}>{nickname}</Name>{' '}
        <FanMarks level={level} badge={badge} />{' '}
        {role === 'fan' ? null : (
          <>
            <Badge tone={role === 'host' ? 'brand' : 'ok'}>{t(`chat.role.${role}`)}</Badge>{' '}
          </>
        )}
        <bdi>{text}</bdi>
      </p>
    </>
  );
}
