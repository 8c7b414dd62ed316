import { useQuery } from '@tanstack/react-query';
import { ordinal } from '@lightstick/contract/friendly-date';
import { type Packet, packetsKey, usePackets } from '#/features/luck/luck-queries.ts';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';

type FoundPacket = {
  /** The listed packets; undefined until it is known which packet is meant. */
  readonly packets: readonly Packet[] | undefined;
  readonly packet: Packet | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

/**
 * Returns the packet of an id, without one the first of the list. One that is older than the list is asked for by its
 * id.
 */
export function usePacket(packetId: string | undefined): FoundPacket {
  const accountId = useAccountId();
  const list = usePackets();
  const listed = list.data?.find((one) => packetId === undefined || one.packetId === packetId);
  const isOlder = list.data !== undefined && listed === undefined && packetId !== undefined;
  const older = useQuery({
    queryKey: [...packetsKey, accountId, packetId],
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/packet/getAllPacket', { query: { packetId: packetId ?? '' } }, { signal }),
    enabled: isOlder,
    meta: { shownInPlace: true },
  });
  const { error, isFetching, refetch } = isOlder ? older : list;
  const packets = isOlder && older.data === undefined ? undefined : list.data;
  return { packets, packet: listed ?? older.data?.[0], error, isFetching, refetch };
}

/** Returns a formatter of places, such as `3rd of 200`. */
export function usePlaceText(): (place: number, shares: number) => string {
  const t = useText();
  const { languageType } = useEnvironment();
  return (place, shares) =>
    t('packet.place', { place: languageType === 'en_US' ? ordinal(place) : String(place), shares });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns a formatter of spans: `8.4 s`, from a minute on `2 min 5 s`, from an hour on `3 h 20 min`. */
export function useSpanText(): (ms: number) => string {
  const t = useText();
  return (ms) => {
    if (ms < minuteMs) return t('packet.seconds', { seconds: (Math.max(0, ms) / 1000).toFixed(1) });
    if (ms >= hourMs)
      return t('packet.hours', { hours: Math.floor(ms / hourMs), minutes: Math.floor((ms % hourMs) / minuteMs) });
    return t('packet.minutes', { minutes: Math.floor(ms / minuteMs), seconds: Math.floor((ms % minuteMs) / 1000) });
  };
}
