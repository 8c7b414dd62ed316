import type { Contract, DataOf } from '@lightstick/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { refetchAfterOthers } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useEventStream } from '#/lib/use-event-stream.ts';
import {
  type BlindBox,
  boxesKey,
  type Campaign,
  campaignKey,
  drawsKey,
  type LuckState,
  type Packet,
  packetsKey,
  type Raffle,
} from './luck-queries.ts';

const streamRoute = 'GET /activity/api/v1/packet/stream';

type LuckEvent = DataOf<Contract[typeof streamRoute]>;

/**
 * Merges changes of packets and draws into the cached queries, live, while `isOn`. Data that are known only after the
 * end, such as winners, are fetched again. Returns whether the stream is alive.
 */
export function useLuckStream(isOn = true): boolean {
  const queryClient = useQueryClient();
  return useEventStream<LuckEvent>({
    route: streamRoute,
    eventName: 'luck',
    isOn,
    onEvent: (event) => applyLuckEvent(queryClient, event),
    refetch: () => refetchAfterOthers(queryClient, queryKeys.luck),
  });
}

/**
 * Merges an event into the cache. Returns whether something has turned, so that there is more to know than the event
 * says.
 */
export function applyLuckEvent(queryClient: QueryClient, event: LuckEvent): boolean {
  const packetChanges = new Map(event.packets.map((change) => [change.packetId, change]));
  const campaignChanges = new Map(event.campaigns.map((change) => [change.activityId, change]));
  let hasTurned = false;
  const merge = <Known extends { state: LuckState }>(known: Known, next: Known) => {
    hasTurned ||= known.state !== next.state || drawOf(known) !== drawOf(next);
    return next;
  };
  const ofCampaign = <Known extends Campaign>(known: Known): Known => {
    const change = campaignChanges.get(known.activityId);
    return change ? merge(known, withCampaignChange(known, change)) : known;
  };
  queryClient.setQueriesData<Packet[]>({ queryKey: packetsKey }, (list) =>
    list?.map((known) => {
      const change = packetChanges.get(known.packetId);
      return change ? merge(known, withPacketChange(known, change)) : known;
    }),
  );
  queryClient.setQueriesData<BlindBox[]>({ queryKey: boxesKey }, (list) => list?.map(ofCampaign));
  queryClient.setQueriesData<Campaign[]>({ queryKey: drawsKey }, (list) => list?.map(ofCampaign));
  queryClient.setQueriesData<Campaign>({ queryKey: campaignKey }, (known) => known && ofCampaign(known));
  return hasTurned;
}

const drawOf = (known: object) => ('draw' in known ? known.draw : undefined);

const states: readonly LuckState[] = ['notOpen', 'open', 'soldOut', 'ended'];
const draws: readonly Raffle['draw'][] = ['open', 'frozen', 'waiting', 'drawn', 'empty'];

/** A process of the server that lags behind must not turn the screen back. */
function later<Step>(order: readonly Step[], one: Step, other: Step): Step {
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}

function withPacketChange(known: Packet, change: LuckEvent['packets'][number]): Packet {
  return {
    ...known,
    state: later(states, known.state, change.state),
    left: Math.min(known.left, change.left),
    soldOutAt: known.soldOutAt ?? change.soldOutAt,
  };
}

function withCampaignChange<Known extends Campaign>(known: Known, change: LuckEvent['campaigns'][number]): Known {
  const state = later(states, known.state, change.state);
  if (known.kind !== 'raffle') return { ...known, state, left: Math.min(known.left, change.count) };
  const draw = later(draws, known.draw, change.draw ?? known.draw);
  return { ...known, state, draw, entries: Math.max(known.entries, change.count) };
}
