import type { Contract, DataOf } from '@lightstick/contract';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { currentSession, useAccountId } from '../session/session.ts';
import { type BodyOf, deliverIntent, type ValueRoute } from './deliver-intent.ts';
import { type Intent, intents } from './intent-store.ts';

export type IntentOptions<R extends ValueRoute> = {
  readonly route: R;
  /** The subject of the decision; see `Intent.scope`. */
  readonly scope: string;
  /** Queries to invalidate after the response. */
  readonly affects: readonly QueryKey[];
  /** Takes the server's answer, even if the component is gone by then. */
  readonly onDone?: (data: DataOf<Contract[R]>, asking: IntentAttempt) => void;
  /** Takes the server's refusal, or the error that kept it from answering. */
  readonly onFailed?: ((error: Error) => void) | undefined;
};

/** Tells whether the answer belongs to a repeated request. */
type IntentAttempt = {
  /** True if an earlier request had no answer. Its effect may already be visible in other data. */
  readonly isRepeat: boolean;
};

export type IntentSending<R extends ValueRoute> = {
  /** Sends the request. Ignored while the one before has no answer. */
  readonly mutate: (body: BodyOf<R>) => void;
  /** The unanswered earlier request, also while it is retried; null when settled, and during the first attempt. */
  readonly unsettled: BodyOf<R> | null;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
};

type SentIntent<R extends ValueRoute> = IntentAttempt & {
  /** Undefined when signed out. */
  readonly intent: Intent<BodyOf<R>> | undefined;
};

/**
 * Sends a decision that moves value. The press creates its idempotency key, which survives failures and reloads until
 * the final answer, so that a press after a lost answer repeats the same request.
 */
export function useIntent<R extends ValueRoute>(options: IntentOptions<R>): IntentSending<R> {
  const { route, scope, affects, onDone, onFailed } = options;
  const queryClient = useQueryClient();
  const stored = useUnsettledIntent(route, scope);
  // A ref, because `isPending` changes only with the next render, and a second tap may come before it.
  const isSending = useRef(false);
  const { mutate, variables, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: ({ intent }: SentIntent<R>) => {
      if (!intent) throw new Error(`${route} needs a signed-in fan.`);
      return deliverIntent({ ...intent, route });
    },
    // Requests of one route are serial: the second vote waits for the first answer.
    scope: { id: route },
    // Shown beside the button that failed, by the component that asks.
    meta: { shownInPlace: true },
    onSuccess: (data, sent) => onDone?.(data, sent),
    onError: (failure) => onFailed?.(failure),
    // Not returned: the receipt must not wait for the lists behind it.
    onSettled: () => {
      isSending.current = false;
      for (const queryKey of affects) void queryClient.invalidateQueries({ queryKey });
    },
  });

  const press = (body: BodyOf<R>) => {
    if (isSending.current) return;
    isSending.current = true;
    // Begins at the press: in `mutationFn` an earlier press may have settled, and this one would get a new key.
    mutate(begin({ route, scope, body }));
  };
  const asked = variables?.isRepeat ? (variables.intent?.body ?? null) : null;
  return { mutate: press, unsettled: isPending ? asked : stored, isPending, isSuccess, error, reset };
}

/** Returns the fan's latest unanswered request to `route` about `scope`; null when all are settled. */
function useUnsettledIntent<R extends ValueRoute>(route: R, scope: string): BodyOf<R> | null {
  const accountId = useAccountId();
  // As text, so that React can compare it.
  const read = () => {
    if (accountId === undefined) return null;
    const found = intents.unsettledOf(accountId).find((intent) => intent.route === route && intent.scope === scope);
    return found ? JSON.stringify(found.body) : null;
  };
  const text = useSyncExternalStore(intents.subscribe, read, read);
  return text === null ? null : (JSON.parse(text) as BodyOf<R>);
}

function begin<R extends ValueRoute>(decision: { route: R; scope: string; body: BodyOf<R> }): SentIntent<R> {
  const accountId = currentSession()?.userInfo.accountId;
  if (accountId === undefined) return { intent: undefined, isRepeat: false };
  const isRepeat = intents.unsettledOf(accountId).some(({ scope }) => scope === decision.scope);
  return { intent: intents.begin({ ...decision, accountId }), isRepeat };
}
