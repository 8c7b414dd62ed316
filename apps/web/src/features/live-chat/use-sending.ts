import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFinalAnswer } from '#/lib/api/api-error.ts';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { randomUuid } from '#/lib/random-uuid.ts';
import { chatKeys, sendRoute } from './chat-calls.ts';
import type { OutgoingMessage } from './chat-log.ts';

/** The fan's own messages that a page remembers. */
const mostRemembered = 50;

export type MessageSending = {
  /** The text that the fan is writing. */
  readonly draft: string;
  readonly write: (draft: string) => void;
  readonly send: () => void;
  /** Sends a message again whose outcome is unknown; it is written once. */
  readonly sendAgain: (outgoing: OutgoingMessage) => void;
  readonly outbox: readonly OutgoingMessage[];
  /** The refusal of the last message, whose text is back in the draft. */
  readonly refusal: Error | undefined;
  /** The time at which slow mode lets the fan write again, by the device's clock. */
  readonly readyAtMs: number;
};

/** Writes messages: each is shown at once, and comes back to the field when it is refused. */
export function useSending(roomId: string, slowModeSeconds: number): MessageSending {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState('');
  const [outbox, setOutbox] = useState<readonly OutgoingMessage[]>([]);
  const [refusal, setRefusal] = useState<Error>();
  const [readyAtMs, setReadyAtMs] = useState(0);

  const alter = (clientId: string, altered: Partial<OutgoingMessage> | null) =>
    setOutbox((all) =>
      all.flatMap((one) => (one.clientId !== clientId ? [one] : altered ? [{ ...one, ...altered }] : [])),
    );
  const { mutate } = useMutation({
    mutationFn: ({ text, clientId }: OutgoingMessage) => call(sendRoute, { body: { roomId, text, clientId } }),
    onSuccess: async ({ messageId, state }, { clientId }) => {
      if (slowModeSeconds > 0) setReadyAtMs(serverNowMs() + slowModeSeconds * 1000);
      alter(clientId, { messageId, state: state === 'held' ? 'held' : 'sent' });
      if (state === 'shown') return;
      // From here on the fan's own list says whether it still waits.
      await queryClient.invalidateQueries({ queryKey: chatKeys.mine(roomId) });
      alter(clientId, null);
    },
    onError: (error, { clientId, text }) => {
      if (!isFinalAnswer(error)) {
        alter(clientId, { state: 'unknown' });
        return;
      }
      alter(clientId, null);
      setRefusal(error);
      setDraft((typed) => (typed ? `${text} ${typed}` : text));
      // The refusal may be a mute that this page does not know yet.
      void queryClient.invalidateQueries({ queryKey: chatKeys.mine(roomId) });
    },
    meta: { shownInPlace: true },
  });

  const post = (outgoing: OutgoingMessage) => {
    setRefusal(undefined);
    mutate(outgoing);
  };
  return {
    draft,
    write: (next) => {
      setRefusal(undefined);
      setDraft(next);
    },
    send: () => {
      const outgoing: OutgoingMessage = { clientId: randomUuid(), text: draft.trim(), state: 'sending' };
      setOutbox((all) => [...all, outgoing].slice(-mostRemembered));
      setDraft('');
      post(outgoing);
    },
    sendAgain: (outgoing) => {
      alter(outgoing.clientId, { state: 'sending' });
      post(outgoing);
    },
    outbox,
    refusal,
    readyAtMs,
  };
}
