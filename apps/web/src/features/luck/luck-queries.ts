import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { call } from '#/lib/api/call.ts';
import { saleChanges, type ScheduledChange, useScheduledRefetch, watchUntil } from '#/lib/clock/scheduled-refetch.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type Packet = DataOf<Contract['GET /activity/api/v1/packet/getAllPacket']>[number];
export type Campaign = DataOf<Contract['GET /activity/api/v1/packet/getActivityDetail']>;
export type BlindBox = Extract<Campaign, { kind: 'box' }>;
export type EnvelopeDraw = Extract<Campaign, { kind: 'envelope' }>;
export type Raffle = Extract<Campaign, { kind: 'raffle' }>;
export type LuckState = Packet['state'];

/** The beginnings of the keys, of every account. */
export const packetsKey = [...queryKeys.luck, 'packets'] as const;
export const boxesKey = [...queryKeys.luck, 'boxes'] as const;
export const drawsKey = [...queryKeys.luck, 'draws'] as const;
export const campaignKey = [...queryKeys.luck, 'campaign'] as const;

export const packetsKeyOf = (accountId: string | undefined) => [...packetsKey, accountId] as const;
export const campaignKeyOf = (accountId: string | undefined, activityId: string) =>
  [...campaignKey, accountId, activityId] as const;

/** Shares go in seconds, and only the packet's own screen hears of each. */
const openPacketMs = 15_000;

/**
 * Loads open packets, coming ones (the next first) and those of the last week; again when one opens or ends, and while
 * the fan could still grab a share.
 */
export function usePackets(): UseQueryResult<Packet[]> {
  const accountId = useAccountId();
  const atItsTurns = useScheduledRefetch<Packet[]>((packets) => saleChanges(packets, { isAwaited: true }));
  return useQuery({
    queryKey: packetsKeyOf(accountId),
    queryFn: ({ signal }) => call('GET /activity/api/v1/packet/getAllPacket', { query: {} }, { signal }),
    refetchInterval: (query) => {
      const turnMs = atItsTurns(query);
      const isOpen = query.state.data?.some(({ state, mine }) => state === 'open' && mine === null) ?? false;
      return isOpen ? Math.min(openPacketMs, turnMs === false ? openPacketMs : turnMs) : turnMs;
    },
    meta: { shownInPlace: true },
  });
}

/** Loads blind boxes with their odds: on sale, coming, and those of the last week. */
export function useBoxes(): UseQueryResult<BlindBox[]> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...boxesKey, accountId],
    queryFn: ({ signal }) => call('GET /activity/api/v1/packet/getAllBlindBox', { query: {} }, { signal }),
    refetchInterval: useScheduledRefetch<BlindBox[]>((boxes) => saleChanges(boxes, { isAwaited: false })),
    meta: { shownInPlace: true },
  });
}

/** Loads red-envelope draws and raffles: open, coming, and those of the last week. */
export function useDraws(): UseQueryResult<Campaign[]> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...drawsKey, accountId],
    queryFn: ({ signal }) => call('GET /activity/api/v1/packet/getAllDraw', { query: {} }, { signal }),
    refetchInterval: useScheduledRefetch<Campaign[]>((draws) => draws.flatMap(changesOf)),
    meta: { shownInPlace: true },
  });
}

/** The stream tells only what is left in all, so the stock of each prize is read again. */
const stockAgeMs = 20_000;

/** Loads one box, red-envelope draw or raffle; asks nothing as long as none is named. */
export function useCampaign(activityId: string | null): UseQueryResult<Campaign> {
  const accountId = useAccountId();
  const atChanges = useScheduledRefetch<Campaign>(changesOf);
  return useQuery({
    queryKey: campaignKeyOf(accountId, activityId ?? ''),
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/packet/getActivityDetail', { query: { activityId: activityId ?? '' } }, { signal }),
    enabled: activityId !== null,
    refetchInterval: (query) => {
      const next = atChanges(query);
      return query.state.data?.state === 'open' ? Math.min(stockAgeMs, next || stockAgeMs) : next;
    },
    meta: { shownInPlace: true },
  });
}

type Attempts = DataOf<Contract['POST /activity/api/v1/packet/drawRedEnvelopesCount']>;

/**
 * Returns the draws that the fan has left in a red-envelope draw; until the answer is there, those that came with the
 * draw.
 */
export function useAttempts({ activityId, attempts, state }: EnvelopeDraw): Attempts | null {
  const accountId = useAccountId();
  const atMidnight = useScheduledRefetch<Attempts>(({ nextAt }) => [{ at: nextAt, isAwaited: true }]);
  const { data } = useQuery({
    queryKey: [...queryKeys.luck, 'attempts', accountId, activityId],
    queryFn: ({ signal }) =>
      call('POST /activity/api/v1/packet/drawRedEnvelopesCount', { body: { activityId } }, { signal }),
    enabled: accountId !== undefined,
    // A task or a vote in another tab earns one, too.
    refetchInterval: (query) => state === 'open' && Math.min(stockAgeMs, atMidnight(query) || stockAgeMs),
    meta: { background: true },
  });
  return data ?? attempts;
}

type CampaignBalance = DataOf<Contract['POST /wallet/api/v1/pointsMall/getActivityAvailableBalance']>;

/** Returns what the fan could pay with in a box or raffle; undefined until it is known, and for visitors. */
export function useCampaignBalance({ activityId }: BlindBox | Raffle): CampaignBalance | undefined {
  const accountId = useAccountId();
  const { data } = useQuery({
    queryKey: [...queryKeys.assets, 'campaign', accountId, activityId],
    queryFn: ({ signal }) =>
      call('POST /wallet/api/v1/pointsMall/getActivityAvailableBalance', { body: { activityId } }, { signal }),
    enabled: accountId !== undefined,
    meta: { background: true },
  });
  return data;
}

function changesOf(campaign: Campaign): readonly ScheduledChange[] {
  const isAwaitingDraw = campaign.kind === 'raffle' && campaign.draw !== 'drawn' && campaign.draw !== 'empty';
  return [
    ...saleChanges([campaign], { isAwaited: true }),
    ...(isAwaitingDraw ? [{ at: campaign.drawsAt, isAwaited: true }] : []),
  ];
}

type LuckTimes = { readonly state: LuckState; readonly opensAt: string; readonly closesAt: string };

/**
 * Returns the state at `nowMs` of the server's clock: it changes exactly at opening and closing, before a refetch
 * confirms it.
 */
export function luckStateAt({ state, opensAt, closesAt }: LuckTimes, nowMs: number): LuckState {
  if (state === 'ended' || nowMs >= Date.parse(closesAt)) return 'ended';
  if (state === 'notOpen') return nowMs < Date.parse(opensAt) ? 'notOpen' : 'open';
  return state;
}

/** Returns the same, live; nothing renders between two changes. */
export function useLuckState(times: LuckTimes): LuckState {
  const { opensAt, closesAt } = times;
  const read = () => luckStateAt(times, serverNowMs());
  const isBeforeOpening = read() === 'notOpen';
  const deadline = isBeforeOpening ? opensAt : closesAt;
  const subscribe = useCallback((look: () => void) => watchUntil(deadline, look), [deadline]);
  return useSyncExternalStore(subscribe, read, read);
}

export function packetPath({ packetId }: Pick<Packet, 'packetId'>): string {
  return `/packet?packetId=${encodeURIComponent(packetId)}`;
}
