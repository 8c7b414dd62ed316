import { type ReactNode, Suspense, useMemo, useState, useEffect } from 'react';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { ApiError } from '#/lib/api/api-error.ts';
import { apiBaseUrl, queryString } from '#/lib/api/api-address.ts';
import { fetchEventSource } from '#/lib/api/fetch-event-source.ts';
import { openEventStream } from '#/lib/event-stream.ts';
import {
  type ChatMessage,
  type ChatState,
  type MyChat,
  ownMessageIds,
  waitingOf,
  withoutBlocked,
  afterChatEvent,
  type ChatEvent,
  type ChatLog,
  emptyLog,
} from './chat-log.ts';
import { useMyChat } from './chat-calls.ts';
import { Composer, WritingNote } from './composer.tsx';
import { isShut, type RoomState, type WritingState, writingState } from './composing.ts';
import { MessageLog, MessageLine, MessageOptions } from './message-log.tsx';
import sheet from './room-chat.css?url';
import { type MessageSending, useSending } from './use-sending.ts';

const moderatorBar = lazyPart(() => import('./moderator-bar.tsx').then((module) => module.ModeratorBar));
const messageSheet = lazyPart(() => import('./message-sheet.tsx').then((module) => module.MessageSheet));
const blockedSheet = lazyPart(() => import('./blocked-sheet.tsx').then((module) => module.BlockedSheet));

const PinIcon = drawIcon('M9 4h6l-.8 6 3.3 3.2H6.5L9.8 10zM12 13.2V20');

type RoomChatProps = {
  roomId: string;
  isModerator: boolean;
  roomState: RoomState;
};

/** Shows the chat of a room, with the moderators’ tools for those who have them. */
export function RoomChat({ roomId, ...room }: RoomChatProps): ReactNode {
  // Signing in may open the chat of a room with tickets.
  const accountId = useAccountId();
  return <ConnectedChat key={`${roomId} ${accountId}`} roomId={roomId} {...room} />;
}

function ConnectedChat({ roomId, isModerator, roomState }: RoomChatProps): ReactNode {
  const isSignedIn = useAccountId() !== undefined;
  const stream = useChatStream(roomId);
  const { data: mine } = useMyChat(roomId);
  const { chat } = stream.log;
  const moderates = isModerator || mine?.isModerator === true;
  const sending = useSending(roomId, moderates ? 0 : (chat?.slowModeSeconds ?? 0));
  const muteEnds = mine?.mute?.until;
  const nowMs = useServerNow(muteEnds ? Date.parse(muteEnds) : undefined);
  const mute = mine?.mute ?? null;
  const writing = writingState({ isSignedIn, isModerator: moderates, roomState, chat, mute, nowMs });
  return (
    <ChatPanel
      roomId={roomId}
      stream={stream}
      mine={isSignedIn ? mine : undefined}
      isModerator={moderates}
      sending={sending}
      writing={writing}
      maySelect={isSignedIn}
    />
  );
}

type ChatPanelProps = {
  roomId: string;
  stream: ChatStream;
  mine: MyChat | undefined;
  isModerator: boolean;
  sending: MessageSending;
  writing: WritingState;
  /** Visitors read; what can be done about a message needs an account. */
  maySelect: boolean;
};

/** Shows the chat as it looks, apart from where its messages come from. */
export function ChatPanel(props: ChatPanelProps): ReactNode {
  const { roomId, stream, mine, isModerator, sending, writing, maySelect } = props;
  const t = useText();
  const [picked, setPicked] = useState<ChatMessage>();
  const [isListOpen, setListOpen] = useState(false);
  const { log, connection, refusal } = stream;
  const { chat } = log;
  const messages = useMemo(() => withoutBlocked(log.messages, mine), [log.messages, mine]);
  const ownIds = useMemo(() => ownMessageIds(messages, sending.outbox), [messages, sending.outbox]);
  const blockedCount = mine?.blockedFans.length ?? 0;
  const waiting = waitingOf(sending.outbox, mine?.held ?? [], log);
  // With nothing to read and nothing to write, the reason says it all.
  const isBare = messages.length + waiting.length === 0 && isShut(writing);

  return (
    <section aria-label={t('chat.title')} className="chat card">
      <link rel="stylesheet" href={sheet} precedence="default" />
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-title font-extrabold">{t('chat.title')}</h2>
        {chat ? <StateBadges chat={chat} isLost={connection === 'lost'} /> : null}
        {blockedCount > 0 ? (
          <Button variant="quiet" className="chat-blocked ml-auto" onClick={() => setListOpen(true)}>
            {t('chat.blockedCount', { count: blockedCount })}
          </Button>
        ) : null}
      </header>
      {isModerator && chat ? (
        <Suspense fallback={<Skeleton className="h-14 rounded-tile" />}>
          <moderatorBar.Component roomId={roomId} chat={chat} />
        </Suspense>
      ) : null}
      {chat?.pinned ? <Pinned message={chat.pinned} onPick={isModerator ? setPicked : undefined} /> : null}
      {chat ? (
        <>
          {isBare ? null : (
            <MessageLog
              messages={messages}
              waiting={waiting}
              ownIds={ownIds}
              onPick={maySelect ? setPicked : undefined}
              mayPickOwn={isModerator}
              onSendAgain={sending.sendAgain}
            />
          )}
          {writing === 'open' ? (
            <Composer sending={sending} isHeld={chat.state === 'held' && !isModerator} />
          ) : (
            <WritingNote roomId={roomId} writing={writing} mute={mine?.mute ?? null} />
          )}
        </>
      ) : (
        <Opening refusal={refusal} onRetry={stream.retry} />
      )}
      <Suspense fallback={null}>
        {picked ? (
          <messageSheet.Component
            key={picked.messageId}
            roomId={roomId}
            message={picked}
            isOwn={ownIds.has(picked.messageId)}
            isModerator={isModerator}
            isPinned={chat?.pinned?.messageId === picked.messageId}
            onClose={() => setPicked(undefined)}
          />
        ) : null}
        {isListOpen ? (
          <blockedSheet.Component roomId={roomId} fans={mine?.blockedFans ?? []} onClose={() => setListOpen(false)} />
        ) : null}
      </Suspense>
    </section>
  );
}

/** Names what differs from a chat that is simply open. */
function StateBadges({ chat, isLost }: { chat: ChatState; isLost: boolean }): ReactNode {
  const t = useText();
  const { state, slowModeSeconds, moderatorsOnly } = chat;
  return (
    <p role="status" className="flex flex-wrap gap-1.5">
      {isLost ? <Badge tone="warn">{t('chat.reconnecting')}</Badge> : null}
      {state === 'held' || state === 'paused' || state === 'readOnly' ? (
        <Badge tone="warn">{t(`chat.state.${state}`)}</Badge>
      ) : null}
      {moderatorsOnly ? <Badge tone="quiet">{t('chat.state.moderatorsOnly')}</Badge> : null}
      {slowModeSeconds > 0 ? <Badge tone="quiet">{t('chat.slowMode', { seconds: slowModeSeconds })}</Badge> : null}
    </p>
  );
}

type PinnedProps = { message: ChatMessage; onPick: ((message: ChatMessage) => void) | undefined };

function Pinned({ message, onPick }: PinnedProps): ReactNode {
  const t = useText();
  return (
    <div role="note" aria-label={t('chat.pinned')} className="chat-pinned bg-raise">
      <PinIcon size={18} className="text-brand" />
      <div className="flex min-w-0 flex-1 items-start gap-2">
        <MessageLine message={message} />
      </div>
      {onPick ? <MessageOptions message={message} onPick={onPick} /> : null}
    </div>
  );
}

function Opening({ refusal, onRetry }: { refusal: Error | undefined; onRetry: () => void }): ReactNode {
  const t = useText();
  if (refusal) return <LoadError text={t('chat.error')} error={refusal} onRetry={onRetry} />;
  return (
    <LoadingRegion className="chat-frame">
      <div className="chat-log">
        {[56, 40, 48].map((width) => (
          <div key={width} className="chat-row">
            <Skeleton className="size-7 rounded-full" />
            <Skeleton className="h-4 flex-1 rounded-full" />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}

const route = 'GET /activity/api/v1/jplive/chat/stream';

type ChatStream = {
  readonly log: ChatLog;
  /** `connecting` before the first event, `lost` while waiting to connect again. */
  readonly connection: 'connecting' | 'live' | 'lost';
  /** The reason why the server does not give this chat, such as a missing ticket. */
  readonly refusal: ApiError | undefined;
  readonly retry: () => void;
};

/** Follows a room's chat while mounted. A lost connection goes on after the last event received. */
function useChatStream(roomId: string): ChatStream {
  const [log, setLog] = useState(emptyLog);
  const [isLive, setLive] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();

  useEffect(() => {
    if (refusal) return undefined;
    let lastEventId: string | undefined;
    return openEventStream({
      url: () => apiBaseUrl + route.slice('GET '.length) + queryString({ roomId }),
      eventName: 'chat',
      open: (url) =>
        fetchEventSource(route, url, {
          lastEventId,
          onEventId: (id) => {
            lastEventId = id;
          },
          onRefused: (error) => {
            // A fan who loses access keeps no message on the screen.
            setLog(emptyLog);
            setRefusal(error);
          },
        }),
      onLive: setLive,
      onData: (text) => {
        const event = JSON.parse(text) as ChatEvent;
        setLog((known) => afterChatEvent(known, event));
        return true;
      },
      onTrouble: () => undefined,
    });
  }, [roomId, refusal]);

  return {
    log,
    connection: isLive ? 'live' : log.chat ? 'lost' : 'connecting',
    refusal,
    retry: () => setRefusal(undefined),
  };
}
