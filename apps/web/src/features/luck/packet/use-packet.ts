import { useQuery } from '@tanstack/react-query';
import { type Packet, packetsKey, usePackets } from '#/features/luck/luck-queries.ts';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';

type FoundPacket = {
  /** The listed packets; undefined until it is known which packet is meant. */
  readonly packets: readonly Packet[] | undefined;
  readonly packet: Packet | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

/** The packet of an id, without one the first of the list. One that is older than the list is asked for by its id. */
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
