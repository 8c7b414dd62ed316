import { hash } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { eventEncoder, type EventStream, handleStream, writeInChunks } from '#/http/event-stream.ts';
import type { Services } from '#/services.ts';
import { leftOf } from './campaigns.store.ts';
import { drawState, stateOf } from './campaigns.view.ts';
import type { Board, LuckBoard } from './luck-board.ts';
import { luckState } from './luck-state.rules.ts';
import type { Timer } from '#/lib/clock.ts';

const route = 'GET /activity/api/v1/packet/stream';
const tickMs = 1000;

type News = DataOf<Contract[typeof route]>;

/**
 * Serves changes of packets and draws as server-sent events. While somebody listens, one ticker of the process reads the
 * board each second; the id of an event is a hash of what it describes.
 */
export function luckStreamRoutes(
  server: FastifyInstance,
  { board, clock, log }: Pick<Services, 'clock' | 'log'> & { board: LuckBoard },
): void {
  const encode = eventEncoder(server, route);
  const listeners = new Set<EventStream>();
  let known: News | undefined;
  let timer: Timer | undefined;
  let sending = Promise.resolve();

  async function tick(): Promise<void> {
    const news = newsOf(await board.current(), clock.now());
    const changes = changesSince(known, news);
    known = news;
    if (changes.packets.length + changes.campaigns.length === 0) return;
    const event = encoded(changes);
    const audience = [...listeners];
    sending = sending.then(() => writeInChunks(audience, (stream) => stream.send(event)));
  }

  function encoded(news: News): Buffer {
    return encode(hash('sha256', JSON.stringify(news), 'base64url').slice(0, 16), news);
  }

  function listen(stream: EventStream): void {
    listeners.add(stream);
    // The next tick tries again; listeners also read the lists.
    timer ??= clock.every(tickMs, () => tick().catch((error: unknown) => log.warn(error, 'Luck could not be read')));
    stream.onClose(() => {
      listeners.delete(stream);
      if (listeners.size > 0) return;
      timer?.cancel();
      timer = undefined;
      known = undefined;
    });
  }

  server.addHook('onClose', (_, done) => {
    timer?.cancel();
    done();
  });

  handleStream(server, route, async (_, open) => {
    const news = newsOf(await board.current(), clock.now());
    const stream = open();
    // All listeners start from the last tick, so that none misses a change between it and now.
    known ??= news;
    stream.send(encoded(news));
    listen(stream);
  });
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

function changesSince(known: News | undefined, news: News): News {
  const before = new Set([...(known?.packets ?? []), ...(known?.campaigns ?? [])].map((row) => JSON.stringify(row)));
  const isNew = (row: unknown) => !before.has(JSON.stringify(row));
  return { packets: news.packets.filter(isNew), campaigns: news.campaigns.filter(isNew) };
}
