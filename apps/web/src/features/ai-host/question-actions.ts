import type { Contract, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#/lib/api/call.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { randomUuid } from '#/lib/random-uuid.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import type { AgentRoom } from './agent-room.ts';
import { changeRoom, refetchRoom, showInRoom } from './room-queries.ts';

const askRoute = 'POST /activity/api/v1/jplive/agent/ask';
const raiseRoute = 'POST /activity/api/v1/jplive/agent/raiseHand';
const withdrawRoute = 'POST /activity/api/v1/jplive/agent/withdraw';

/** Asks a question. The same text sent again after a lost answer is asked once. */
export function useAsk(onAsked: () => void) {
  const queryClient = useQueryClient();
  const sent = useRef({ text: '', clientId: '' });
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (question: string) => {
      if (sent.current.text !== question) sent.current = { text: question, clientId: randomUuid() };
      return call(askRoute, { body: sent.current });
    },
    onSuccess: async (question) => {
      sent.current = { text: '', clientId: '' };
      await showInRoom(queryClient, (room) => (room.mine ? { ...room, mine: { ...room.mine, question } } : room));
      onAsked();
    },
  });
}

/** Takes the fan's waiting question back. */
export function useWithdraw() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (questionId: string) => call(withdrawRoute, { body: { questionId } }),
    onSuccess: (_, questionId) =>
      changeRoom(queryClient, (room) => ({
        stage: { ...room.stage, queue: room.stage.queue.filter((queued) => queued.questionId !== questionId) },
        mine: room.mine && { ...room.mine, question: null },
      })),
    onError: (error) =>
      showToast({ kind: 'error', title: text('failure.title'), detail: questionErrorText(error, text) }),
    onSettled: () => refetchRoom(queryClient),
  });
}

type Hand = { readonly questionId: string; readonly raised: boolean };

/** Raises or lowers a hand, at once on the screen, and takes that back when the server refuses. */
export function useRaiseHand() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (hand: Hand) => call(raiseRoute, { body: hand }),
    onMutate: (hand) => changeRoom(queryClient, (room) => withHand(room, hand)),
    onSuccess: ({ hands }, hand) =>
      showInRoom(queryClient, (room) => withHands(withHand(room, hand), hand.questionId, () => hands)),
    onError: (error, { questionId, raised }) => {
      changeRoom(queryClient, (room) => withHand(room, { questionId, raised: !raised }));
      showToast({ kind: 'error', title: text('failure.title'), detail: questionErrorText(error, text) });
      void refetchRoom(queryClient);
    },
  });
}

/** Returns the room with the fan's hand up or down. A hand that is there already is not counted twice. */
export function withHand(room: AgentRoom, { questionId, raised }: Hand): AgentRoom {
  if (!room.mine || room.mine.raised.includes(questionId) === raised) return room;
  const others = room.mine.raised.filter((id) => id !== questionId);
  const counted = withHands(room, questionId, (hands) => Math.max(0, hands + (raised ? 1 : -1)));
  return { ...counted, mine: { ...room.mine, raised: raised ? [...others, questionId] : others } };
}

function withHands(room: AgentRoom, questionId: string, handsOf: (hands: number) => number): AgentRoom {
  const queue = room.stage.queue.map((queued) =>
    queued.questionId === questionId ? { ...queued, hands: handsOf(queued.hands) } : queued,
  );
  return { ...room, stage: { ...room.stage, queue } };
}

type Refusal = ErrorOf<Contract[typeof askRoute | typeof raiseRoute | typeof withdrawRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<Refusal, MessageId> = {
  IDEMPOTENCY_KEY_REUSED: 'agent.refused.asItIs',
  AI_HOST_NOT_OPEN: 'agent.refused.kept',
  QUESTION_TOO_LONG: 'agent.refused.asItIs',
  QUESTION_OPEN: 'agent.refused.kept',
  QUESTION_REFUSED: 'agent.refused.asItIs',
  QUESTION_LINK: 'agent.refused.asItIs',
  QUESTIONS_USED_UP: 'agent.refused.asItIs',
  QUESTION_QUEUE_FULL: 'agent.refused.kept',
  QUESTION_NOT_FOUND: 'agent.refused.asItIs',
  QUESTION_NOT_WAITING: 'agent.refused.asItIs',
  QUESTION_OWN: 'agent.refused.asItIs',
};

/** Says why a question, a hand or a withdrawal was refused, and what to do now. */
export function questionErrorText(error: unknown, t: Translate): string {
  return refusalText(error, texts, t);
}
