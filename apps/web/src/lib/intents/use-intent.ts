import type { Contract, DataOf } from '@lightstick/contract';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { currentSession, useAccountId } from '../session/session.ts';
import { type BodyOf, deliverIntent, type ValueRoute } from './deliver-intent.ts';
import { type Intent, intents } from './intent-store.ts';

export type IntentOptions<R extends ValueRoute> = {
  readonly route: R;
  /** What the decision is about; see `Intent.scope`. */
  readonly scope: string;
  /** Queries to invalidate after the response. */
  readonly affects: readonly QueryKey[];
  /** Called with the server's answer, even if the component is gone by then. */
  readonly onDone?: (data: DataOf<Contract[R]>, asking: Asking) => void;
};

/** Which asking was answered. */
type Asking = {
  /** It was asked before without an answer: what came of that may be known from elsewhere already. */
  readonly isRepeat: boolean;
};

export type IntentSending<R extends ValueRoute> = {
  /** Takes a press. A second one before the first has its answer is none. */
  readonly mutate: (body: BodyOf<R>) => void;
  /** The unanswered earlier request, also while it is retried; null when settled, and during the first attempt. */
  readonly unsettled: BodyOf<R> | null;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
};

type Sent<R extends ValueRoute> = Asking & {
  /** Undefined when signed out. */
  readonly intent: Intent<BodyOf<R>> | undefined;
};

/**
 * Sends a decision of the fan that moves value. Its key is born with the press and is kept, through failures and
 * reloads, until the server has given its final answer; pressing again after a lost answer repeats the same request.
 */
export function useIntent<R extends ValueRoute>(options: IntentOptions<R>): IntentSending<R> {
  const { route, scope, affects, onDone } = options;
  const queryClient = useQueryClient();
  const stored = useUnsettledIntent(route, scope);
  // Known at the press itself: that it is pending reaches the screen later, and a second tap may come in between.
  const isSending = useRef(false);
  const { mutate, variables, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: ({ intent }: Sent<R>) => {
      if (!intent) throw new Error(`${route} needs a signed-in fan.`);
      return deliverIntent({ ...intent, route });
    },
    // Those of one kind go one after another: the second vote is sent when the first has its answer.
    scope: { id: route },
    // Shown beside the button that failed, by the component that asks.
    meta: { shownInPlace: true },
    onSuccess: (data, sent) => onDone?.(data, sent),
    // Not returned: the receipt must not wait for the lists behind it.
    onSettled: () => {
      isSending.current = false;
      for (const queryKey of affects) void queryClient.invalidateQueries({ queryKey });
    },
  });

  const press = (body: BodyOf<R>) => {
    if (isSending.current) return;
    isSending.current = true;
    // Begun here and not when its turn comes: by then an earlier press may have settled, and it would get a new key.
    mutate(begin({ route, scope, body }));
  };
  const asked = variables?.isRepeat ? (variables.intent?.body ?? null) : null;
  return { mutate: press, unsettled: isPending ? asked : stored, isPending, isSuccess, error, reset };
}

/** What the fan last asked of `route` about `scope` without ever getting an answer; null when everything is settled. */
function useUnsettledIntent<R extends ValueRoute>(route: R, scope: string): BodyOf<R> | null {
  const accountId = useAccountId();
  // As text, so that React can compare it.
  const text = useSyncExternalStore(intents.subscribe, () => {
    if (accountId === undefined) return null;
    const found = intents.unsettled(accountId).find((intent) => intent.route === route && intent.scope === scope);
    return found ? JSON.stringify(found.body) : null;
  });
  return text === null ? null : (JSON.parse(text) as BodyOf<R>);
}

function begin<R extends ValueRoute>(decision: { route: R; scope: string; body: BodyOf<R> }): Sent<R> {
  const accountId = currentSession()?.userInfo.accountId;
  if (accountId === undefined) return { intent: undefined, isRepeat: false };
  const isRepeat = intents.unsettled(accountId).some(({ scope }) => scope === decision.scope);
  return { intent: intents.begin({ ...decision, accountId }), isRepeat };
}
