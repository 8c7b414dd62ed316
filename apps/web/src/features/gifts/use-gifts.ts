import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { emailAddressIn } from '@lightstick/contract/email-address';
import { typedCode } from '@lightstick/contract/typed-text';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { type ScheduledChange, useScheduledRefetch } from '#/lib/clock/scheduled-refetch.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const giftRoute = 'POST /wallet/api/v1/pointsMall/transferVotes';

export type Gift = DataOf<Contract[typeof giftRoute]>;

/** Gives tickets of an activity to another fan, once. */
export function useGiveTickets(activityId: string, onDone: (gift: Gift) => void) {
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: giftRoute,
    scope: `gift:${activityId}`,
    affects: [queryKeys.assets, queryKeys.myVotes],
    onDone,
  });
  const give = (toAccount: string, num: number) => mutate({ toAccount, num, activityId });
  return { give, isPending, error, reset, unsettled };
}

/** The server's terms for giving. */
type GiftLimits = {
  readonly state: 'open' | 'ended';
  readonly closesAt: string;
  readonly leftToday: number;
  readonly mostSent: number;
  readonly resetsAt: string;
};

/**
 * Returns when a fan's giftable tickets change: voting ends or a new day starts. Only a fan at the daily limit waits
 * for the day.
 */
export function giftChanges({
  state,
  closesAt,
  resetsAt,
  leftToday,
  mostSent,
}: GiftLimits): readonly ScheduledChange[] {
  if (state === 'ended') return [];
  return [
    { at: closesAt, isAwaited: false },
    { at: resetsAt, isAwaited: leftToday === 0 && mostSent > 0 },
  ];
}

const termsRoute = 'POST /wallet/api/v1/pointsMall/getGiftTerms';
const receiverRoute = 'POST /wallet/api/v1/pointsMall/getGiftReceiver';

export type GiftTerms = DataOf<Contract[typeof termsRoute]>;
export type ReceiverFace = DataOf<Contract[typeof receiverRoute]>;

/** Loads what the fan can give of an activity's tickets today, again when the day changes and when voting ends. */
export function useGiftTerms(activityId: string): UseQueryResult<GiftTerms> {
  const accountId = useAccountId();
  const refetchInterval = useScheduledRefetch(giftChanges);
  return useQuery({
    queryKey: [...queryKeys.assets, 'giftTerms', accountId, activityId],
    queryFn: ({ signal }) => call(termsRoute, { body: { activityId } }, { signal }),
    refetchInterval,
    meta: { shownInPlace: true },
  });
}

/** Loads the fan with a fan code; no request without one. */
export function useGiftReceiver(fanCode: string | undefined): UseQueryResult<ReceiverFace> {
  return useQuery({
    queryKey: ['giftReceiver', fanCode],
    queryFn: ({ signal }) => call(receiverRoute, { body: { fanCode: fanCode ?? '' } }, { signal }),
    enabled: fanCode !== undefined,
    meta: { shownInPlace: true },
  });
}

type GiftRefusal = ErrorOf<Contract['POST /wallet/api/v1/pointsMall/transferVotes']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const giftTexts: Record<GiftRefusal, MessageId> = {
  ACTIVITY_NOT_FOUND: 'gift.refused.activityNotFound',
  VOTING_ENDED: 'gift.refused.ended',
  RECEIVER_NOT_FOUND: 'gift.refused.receiverNotFound',
  GIFT_TO_ONESELF: 'gift.refused.oneself',
  GIFT_EMAILS_USED_UP: 'gift.refused.nothingGiven',
  INSUFFICIENT_TICKETS: 'gift.refused.nothingGiven',
  GIFT_DAILY_LIMIT: 'gift.refused.nothingGiven',
  GIFT_RECEIVER_FULL: 'gift.refused.nothingGiven',
};

export function giftErrorText(error: Error, t: Translate): string {
  return refusalText(error, giftTexts, t);
}

/** The recipient as a fan names them: a fan code can be looked up, an email cannot. */
export type ReceiverName = { readonly toAccount: string; readonly by: 'fanCode' | 'email' };

const fanCode = /^[A-Za-z2-9]{4}[ -]?[A-Za-z2-9]{4}$/;

/**
 * Returns the recipient in a text: a fan code, an invite link with one in it, or an email; undefined while incomplete.
 */
export function receiverIn(typed: string): ReceiverName | undefined {
  const email = emailAddressIn(typed);
  if (email !== undefined) return { toAccount: email, by: 'email' };
  const text = typedCode(typed);
  const linked = /^\S*[?&]invite=([A-Za-z2-9]{8})(?:[&#]\S*)?$/.exec(text)?.[1];
  if (linked === undefined && !fanCode.test(text)) return undefined;
  return { toAccount: (linked ?? text.replaceAll(/[ -]/g, '')).toUpperCase(), by: 'fanCode' };
}
