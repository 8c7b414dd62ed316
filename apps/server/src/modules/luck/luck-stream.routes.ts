import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { serveLiveFeed } from '#/http/live-feed.ts';
import type { Services } from '#/services.ts';
import { leftOf } from './campaigns.store.ts';
import { drawState, stateOf } from './campaigns.view.ts';
import type { Board, LuckBoard } from './luck-board.ts';
import { luckState } from './luck-state.rules.ts';

const route = 'GET /activity/api/v1/packet/stream';
const tickMs = 1000;

type News = DataOf<Contract[typeof route]>;

/** Serves changes of packets and draws as server-sent events. */
export function luckStreamRoutes(
  server: FastifyInstance,
  { board, clock, log }: Pick<Services, 'clock' | 'log'> & { board: LuckBoard },
): void {
  serveLiveFeed(
    server,
    route,
    { clock, log },
    {
      name: 'Luck',
      everyMs: tickMs,
      read: async () => newsOf(await board.current(), clock.now()),
      changes: changesSince,
    },
  );
}

function newsOf({ packets, campaigns }: Board, at: Date): News {
  return {
    packets: packets.map((packet) => ({
      packetId: packet.packetId,
      state: luckState(packet, packet.taken === packet.shares, at),
      left: packet.shares - packet.taken,
      soldOutAt: packet.soldOutAt?.toISOString() ?? null,
    })),
    campaigns: campaigns.map((campaign) => ({
      activityId: campaign.campaignId,
      state: stateOf(campaign, at),
      count: campaign.kind === 'raffle' ? campaign.entries : leftOf(campaign.prizes),
      draw: campaign.kind === 'raffle' ? drawState(campaign, at) : null,
    })),
  };
}

function changesSince(before: News, after: News): News | undefined {
  const known = new Set([...before.packets, ...before.campaigns].map((row) => JSON.stringify(row)));
  const isNew = (row: unknown) => !known.has(JSON.stringify(row));
  const [packets, campaigns] = [after.packets.filter(isNew), after.campaigns.filter(isNew)];
  return packets.length + campaigns.length > 0 ? { packets, campaigns } : undefined;
}
