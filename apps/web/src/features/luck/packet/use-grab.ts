import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type LuckState, type Packet, packetsKeyOf } from '#/features/luck/luck-queries.ts';
import { isTransient } from '#/lib/api/api-error.ts';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalReason, refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { pause } from '#/lib/timing/waiting.ts';

const grabRoute = 'GET /activity/api/v1/packet/grabPackage';

type GrabAnswer = DataOf<Contract[typeof grabRoute]>;
type Share = NonNullable<Packet['mine']>;

/** The server's list of packets is up to a second old. */
const listAgeMs = 1000;

/**
 * Grabs the fan's share. Without an answer it can be pressed again, because a repeat gets the first answer. An answer
 * counts before the list says the same.
 */
export function useGrab(packet: Packet) {
  const queryClient = useQueryClient();
  const accountId = useAccountId();
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: () => grabShare(packet),
    // The packet itself shows the outcome.
    meta: { shownInPlace: true },
    onSuccess: (grabbed) => {
      queryClient.setQueryData<Packet[]>(packetsKeyOf(accountId), (packets) => packets && withShare(packets, grabbed));
      void queryClient.invalidateQueries({ queryKey: queryKeys.assets });
    },
    onSettled: () => {
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: queryKeys.luck }), listAgeMs);
    },
  });
  const ended = endings[refusalReason(error) ?? ''];
  return {
    grab: () => mutate(),
    share: packet.mine ?? data,
    /** The state that the answer told of; undefined when it told of none. */
    ended,
    /** True when the packet opens before the fan's eyes. */
    isFresh: data !== undefined || ended !== undefined,
    error,
    /** False when the server has decided that this fan gets none. */
    canRetry: !refusals.includes(refusalReason(error)),
    isPending,
    reset,
  };
}

export type PacketGrab = ReturnType<typeof useGrab>;

/** Whole seconds are all that answers tell of the server's clock, so ours may be ahead by that much. */
const skewMs = 1500;
const betweenTriesMs = 300;

/** A press in the first moment asks again where the server's clock has not reached the opening yet. */
export async function grabShare({ packetId, opensAt }: Pick<Packet, 'packetId' | 'opensAt'>): Promise<GrabAnswer> {
  for (;;) {
    try {
      return await call(grabRoute, { query: { packetId } });
    } catch (error) {
      const openMs = serverNowMs() - Date.parse(opensAt);
      if (refusalReason(error) !== 'PACKET_NOT_OPEN' || openMs < 0 || openMs > skewMs) throw error;
      await pause(betweenTriesMs);
    }
  }
}

export function withShare(packets: readonly Packet[], { packetId, shareId, place, amount, grabbedAt }: GrabAnswer) {
  const mine: Share = { shareId, place, amount, grabbedAt };
  return packets.map((packet) =>
    packet.packetId === packetId && packet.mine === null
      ? { ...packet, mine, left: Math.min(packet.left, packet.shares - place) }
      : packet,
  );
}

/** Refusals that say in which state the packet is. */
const endings: Readonly<Record<string, LuckState>> = { PACKET_SOLD_OUT: 'soldOut', PACKET_ENDED: 'ended' };

const refusals: readonly unknown[] = ['LUCK_ACCOUNT_TOO_YOUNG', 'LUCK_REGION_CLOSED', 'PACKET_NOT_FOUND'];

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract[typeof grabRoute]>, MessageId> = {
  PACKET_NOT_FOUND: 'packet.refused',
  PACKET_NOT_OPEN: 'packet.refused',
  PACKET_SOLD_OUT: 'packet.refused',
  PACKET_ENDED: 'packet.refused',
  LUCK_ACCOUNT_TOO_YOUNG: 'packet.refused',
  LUCK_REGION_CLOSED: 'packet.refused',
};

/** Says why there is no share, or that it is not known whether there is one. */
export function grabErrorText(error: Error, t: Translate): string {
  return isTransient(error) ? t('packet.unknown') : refusalText(error, texts, t);
}
