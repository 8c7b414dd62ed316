import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram } from 'prom-client';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { createPacketGrabbing } from './grab-packet.ts';
import type { LuckBoard } from './luck-board.ts';
import { readPackets, readShares } from './packets.view.ts';

type PacketServices = Pick<Services, 'db' | 'pool' | 'lookUps' | 'metrics' | 'settings'> & {
  readonly board: LuckBoard;
};

export function packetRoutes(server: FastifyInstance, services: PacketServices): void {
  const { db, board, metrics, settings } = services;
  const registers = [metrics.registry];
  const batchSize = new Histogram({
    name: 'lightstick_grab_batch_size',
    help: 'Grabs of a packet written in one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  });
  const grabbing = createPacketGrabbing({ ...services, onBatch: (grabs) => batchSize.observe(grabs) });
  new Gauge({
    name: 'lightstick_grabs_pending',
    help: 'Grabs that wait for their commit.',
    registers,
    collect() {
      this.set(grabbing.pending);
    },
  });
  server.addHook('onClose', () => grabbing.drain());

  handle(
    server,
    'GET /activity/api/v1/packet/getAllPacket',
    async ({ fan, country, query, language, receivedAt: at }) => {
      const packets = await board.packets(query.packetId);
      return readPackets(db, { packets, activityId: query.activityId, fan, country, language, at });
    },
    { hot: true },
  );

  handle(
    server,
    'GET /activity/api/v1/packet/grabPackage',
    ({ fan, country, query, receivedAt }) =>
      grabbing.grab(query.packetId, { fan, country, receivedAt, timeZone: settings.platformTimeZone }),
    { hot: true },
  );

  handle(server, 'GET /activity/api/v1/packet/getShares', async ({ fan, query }) => {
    const packet = await board.packet(query.packetId);
    return readShares(db, { packet, fanId: fan?.id, ...query });
  });
}
