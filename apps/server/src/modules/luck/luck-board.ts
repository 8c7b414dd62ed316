import type { Kysely } from 'kysely';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import { type ListedCampaign, listCampaigns } from './campaigns.view.ts';
import { type ListedPacket, listPackets } from './packets.view.ts';
import type { Clock } from '#/lib/clock.ts';

/** What luck offers now, near in time, or offered in the last week. Bursts of requests share one read of it. */
export type LuckBoard = {
  current(): Promise<ListedLuck>;
  /** Returns the packets of the board; with an id that one, also from longer ago, or none. */
  packets(packetId: string | undefined): Promise<readonly ListedPacket[]>;
  /** Returns a packet of the board or from longer ago. Throws Refusal PACKET_NOT_FOUND. */
  packet(packetId: string): Promise<ListedPacket>;
  /** Returns a campaign of the board or from longer ago. Throws Refusal CAMPAIGN_NOT_FOUND. */
  campaign(campaignId: string): Promise<ListedCampaign>;
};

export type ListedLuck = {
  readonly packets: readonly ListedPacket[];
  readonly campaigns: readonly ListedCampaign[];
};

const shownForMs = 7 * 24 * 60 * 60_000;

export function createLuckBoard(db: Kysely<DB>, clock: Clock): LuckBoard {
  const { current } = createSingleFlight(clock, () =>
    retryOnLostConnection(async (): Promise<ListedLuck> => {
      const since = new Date(clock.now().getTime() - shownForMs);
      const [packets, campaigns] = await Promise.all([listPackets(db, { since }), listCampaigns(db, { since })]);
      return { packets, campaigns };
    }),
  );
  async function packetsOf(packetId: string | undefined): Promise<readonly ListedPacket[]> {
    const board = await current();
    if (packetId === undefined) return board.packets;
    const listed = board.packets.filter((one) => one.packetId === packetId);
    return listed.length > 0 ? listed : listPackets(db, { packetId });
  }
  return {
    current,
    packets: packetsOf,
    async packet(packetId) {
      const [packet] = await packetsOf(packetId);
      if (!packet) throw new Refusal('PACKET_NOT_FOUND');
      return packet;
    },
    async campaign(campaignId) {
      const { campaigns } = await current();
      const campaign =
        campaigns.find((one) => one.campaignId === campaignId) ?? (await listCampaigns(db, { campaignId }))[0];
      if (!campaign) throw new Refusal('CAMPAIGN_NOT_FOUND');
      return campaign;
    },
  };
}
