import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { BodyOf } from '#/lib/intents/deliver-intent.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { BlindBox, EnvelopeDraw, Raffle } from './luck-queries.ts';
import { keptPromises, promiseOfEnvelope, promiseOfParticipation } from './proof/kept-promises.ts';

const participateRoute = 'POST /wallet/api/v1/pointsMall/participateActivity';
const drawRoute = 'POST /activity/api/v1/packet/drawRedEnvelopes';

export type Participation = DataOf<Contract[typeof participateRoute]>;
export type EnvelopePrize = DataOf<Contract[typeof drawRoute]>;
export type DrawnPrize = NonNullable<Participation['results']>[number];

/** Queries that a prize may change: balances, votes, stock of editions, and tasks that are done by drawing. */
const affects = [queryKeys.luck, queryKeys.assets, queryKeys.myVotes, queryKeys.offers, queryKeys.tasks];

/** Opens boxes, or enters a raffle, at the price and the odds that the fan sees: all of it or nothing. */
export function useParticipate(
  campaign: BlindBox | Raffle,
  onDone: (participation: Participation) => void,
  onFailed?: (error: Error) => void,
) {
  const { activityId, price, odds } = campaign;
  /** The promise that the fan saw and the seed of this browser, for any answer. */
  const sent = useRef<BodyOf<typeof participateRoute>>({ activityId });
  const refetchOnceCounted = useRefetchOnceCounted();
  const { mutate, isPending, error, reset, unsettled } = useIntent({
    route: participateRoute,
    scope: `participate:${activityId}`,
    affects,
    onFailed,
    onDone: (participation) => {
      refetchOnceCounted();
      const organiserSeed = campaign.kind === 'raffle' ? campaign.beacon.commitment : null;
      keptPromises.keep(promiseOfParticipation(sent.current, participation, organiserSeed));
      onDone(participation);
    },
  });
  const send = (body: Parameters<typeof mutate>[0]) => {
    sent.current = body;
    mutate(body);
  };
  const participate = (num: number) => {
    // The client's seed is made now, for the seed to which the server has committed: another one is refused.
    const seeds = campaign.kind === 'box' && { clientSeed: newClientSeed(), commitment: campaign.seed.commitment };
    send({ activityId, num, price, oddsHash: odds.hash, ...seeds });
  };
  /** Sends the request that has no answer again. */
  const askAgain = () => {
    if (unsettled) send(unsettled);
  };
  return { participate, askAgain, isPending, error, reset, unsettled };
}

/** The age of the server's stock of prizes: one read at once may lack what the fan has just drawn. */
const stockAgeMs = 1500;

function useRefetchOnceCounted(): () => void {
  const queryClient = useQueryClient();
  return () => {
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: queryKeys.luck }), stockAgeMs);
  };
}

/** Draws a red envelope with an attempt that the fan has earned. */
export function useEnvelope(
  { activityId, odds, seed }: EnvelopeDraw,
  onDone: (prize: EnvelopePrize) => void,
  onFailed: (error: Error) => void,
) {
  const sent = useRef<BodyOf<typeof drawRoute>>({ activityId });
  const refetchOnceCounted = useRefetchOnceCounted();
  const { mutate, isPending, error, unsettled } = useIntent({
    route: drawRoute,
    scope: `draw:${activityId}`,
    affects,
    onFailed,
    onDone: (answer) => {
      refetchOnceCounted();
      keptPromises.keep(promiseOfEnvelope(sent.current, answer, odds.hash));
      onDone(answer);
    },
  });
  const draw = () => {
    const body = unsettled ?? { activityId, clientSeed: newClientSeed(), commitment: seed.commitment };
    sent.current = body;
    mutate(body);
  };
  return { draw, isPending, error, unsettled };
}

const clientSeedBytes = 16;

function newClientSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(clientSeedBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Refusal = ErrorOf<Contract[typeof participateRoute | typeof drawRoute]>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<Refusal, MessageId> = {
  CAMPAIGN_NOT_FOUND: 'box.refused.asItIs',
  CAMPAIGN_NOT_OPEN: 'box.refused.untouched',
  CAMPAIGN_ENDED: 'box.refused.untouched',
  CAMPAIGN_SOLD_OUT: 'box.refused.untouched',
  CAMPAIGN_LIMIT_REACHED: 'box.refused.untouched',
  CAMPAIGN_CHANGED: 'box.refused.changed',
  CAMPAIGN_TOO_MANY: 'box.refused.untouched',
  LUCK_ACCOUNT_TOO_YOUNG: 'box.refused.asItIs',
  LUCK_REGION_CLOSED: 'box.refused.asItIs',
  INSUFFICIENT_POINTS: 'box.refused.insufficientPoints',
  ATTEMPTS_USED_UP: 'box.refused.asItIs',
};

export function participateErrorText(error: Error, t: Translate): string {
  return refusalText(error, texts, t);
}
