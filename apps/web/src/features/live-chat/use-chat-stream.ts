import { useEffect, useState } from 'react';
import type { ApiError } from '#/lib/api/api-error.ts';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { fetchEventSource } from '#/lib/api/fetch-event-source.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { openEventStream } from '#/lib/event-stream.ts';
import { afterChatEvent, type ChatEvent, type ChatLog, emptyLog } from './chat-log.ts';

const route = 'GET /activity/api/v1/jplive/chat/stream';

export type ChatStream = {
  readonly log: ChatLog;
  /** `connecting` before the first event, `lost` while waiting to connect again. */
  readonly connection: 'connecting' | 'live' | 'lost';
  /** Why the server does not give this chat, such as a missing ticket. */
  readonly refusal: ApiError | undefined;
  readonly retry: () => void;
};

/** Follows a room's chat while mounted. A lost connection goes on after the last event received. */
export function useChatStream(roomId: string): ChatStream {
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
            // Who may no longer listen keeps nothing that was said.
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
