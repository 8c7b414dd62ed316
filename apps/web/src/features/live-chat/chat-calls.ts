import type { Contract, DataOf, ErrorOf, InputOf } from '@lightstick/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { MyChat } from './chat-log.ts';

export const sendRoute = 'POST /activity/api/v1/jplive/chat/send';
const mineRoute = 'GET /activity/api/v1/jplive/chat/mine';

type FansRoute = `POST /activity/api/v1/jplive/chat/${'report' | 'block' | 'unblock' | 'appeal'}`;
type ModeratorsRoute = `POST /activity/api/v1/jplive/chat/${'duty' | 'moderate' | 'mute' | 'liftMute' | 'settings'}`;
type Refusal =
  | ErrorOf<Contract[typeof sendRoute]>
  | ErrorOf<Contract[typeof mineRoute]>
  | ErrorOf<Contract[FansRoute]>
  | ErrorOf<Contract[ModeratorsRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const refusalTexts: Record<Refusal, MessageId> = {
  IDEMPOTENCY_KEY_REUSED: 'chat.refused.asItIs',
  LIVE_ROOM_NOT_FOUND: 'chat.refused.asItIs',
  LIVE_TICKET_MISSING: 'chat.refused.asItIs',
  CHAT_MISSING: 'chat.refused.asItIs',
  CHAT_CLOSED: 'chat.refused.asItIs',
  CHAT_PAUSED: 'chat.refused.later',
  CHAT_READ_ONLY: 'chat.refused.later',
  CHAT_MODERATORS_ONLY: 'chat.refused.asItIs',
  CHAT_MUTED: 'chat.refused.asItIs',
  CHAT_TOO_FAST: 'chat.refused.asItIs',
  CHAT_REPEATED: 'chat.refused.reword',
  CHAT_TOO_LONG: 'chat.refused.asItIs',
  CHAT_LINK: 'chat.refused.takeOut',
  CHAT_CONTACT: 'chat.refused.asItIs',
  CHAT_FULL: 'chat.refused.asItIs',
  CHAT_MESSAGE_NOT_FOUND: 'chat.refused.asItIs',
  CHAT_BLOCK_ONESELF: 'chat.refused.asItIs',
  CHAT_BLOCKS_USED_UP: 'chat.refused.unblockOne',
  CHAT_MUTE_NOT_FOUND: 'chat.refused.asItIs',
  CHAT_APPEALED: 'chat.refused.asItIs',
  CHAT_NOT_MODERATOR: 'chat.refused.asItIs',
  CHAT_MESSAGE_LOCKED: 'chat.refused.asItIs',
  CHAT_MUTE_MODERATOR: 'chat.refused.asItIs',
  REPORTS_USED_UP: 'chat.refused.asItIs',
};

export function chatErrorText(error: Error, t: Translate): string {
  return refusalText(error, refusalTexts, t);
}

export const chatKeys = {
  mine: (roomId: string) => ['liveChat', 'mine', roomId],
  queue: (roomId: string) => ['liveChat', 'queue', roomId],
  mutes: (roomId: string) => ['liveChat', 'mutes', roomId],
} as const;

const usualPollMs = 60_000;
/** The interval of questions while a message waits or a mute runs, so that a decision is known soon. */
const awaitedPollMs = 15_000;

/** Loads what holds for the fan in a chat; disabled for visitors. */
export function useMyChat(roomId: string): UseQueryResult<MyChat> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...chatKeys.mine(roomId), accountId],
    queryFn: ({ signal }) => call(mineRoute, { query: { roomId } }, { signal }),
    enabled: accountId !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.held.length || data?.mute ? awaitedPollMs : usualPollMs),
    meta: { background: true },
  });
}

/** Fetches again the data that a chat action may have changed. */
export function refetchChat(queryClient: QueryClient, roomId: string): Promise<unknown> {
  return Promise.all(
    [chatKeys.mine(roomId), chatKeys.queue(roomId), chatKeys.mutes(roomId)].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** Calls one of the chat's actions. Its failure is shown where it was pressed. */
export function useChatAction<Name extends FansRoute | ModeratorsRoute>(route: Name, roomId: string) {
  const queryClient = useQueryClient();
  return useMutation<DataOf<Contract[Name]>, Error, InputOf<Contract[Name]>>({
    mutationFn: (input) => call(route, input),
    onSuccess: () => refetchChat(queryClient, roomId),
    meta: { shownInPlace: true },
  });
}
