import type { BuildOptions } from '../../apps/server/src/app.ts';
import { Refusal } from '../../apps/server/src/errors.ts';
import { serve } from '../../apps/server/src/http/handle.ts';
import { createMicroBatcher } from '../../apps/server/src/lib/micro-batcher.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { createLuckBoard } from '../../apps/server/src/modules/luck/luck-board.ts';
import { type GrabEntry, type GrabOutcome, grabShares } from '../../apps/server/src/modules/luck/packets.store.ts';
import { showShare } from '../../apps/server/src/modules/luck/packets.view.ts';
import { contract, type Contract, type DataOf } from '../../packages/contract/src/index.ts';
import { machineClock } from '../../apps/server/src/lib/clock.ts';

type Extend = NonNullable<BuildOptions['extend']>;
type Server = Parameters<Extend>[0];
type Services = Parameters<Extend>[1];

const product = 'GET /activity/api/v1/packet/grabPackage';

/** Three ways to answer a grab that are measured beside each other. */
export const packetRoutes = {
  noOp: 'GET /bench/no-op-grab',
  single: 'GET /bench/one-grab-per-transaction',
  grab: product,
} as const;

type Grabbed = DataOf<Contract[typeof product]>;

/** Adds two routes beside the product's own, with the same caller, headers and query checked the same way. */
export function addPacketRoutes(server: Server, services: Services, connections: number): void {
  serve(server, packetRoutes.noOp, contract[product], () => Promise.resolve(nothing), { hot: true });

  const { lookUps, clock, pool } = services;
  const board = createLuckBoard(lookUps.db, clock);
  // A batch of one at most: each grab is a transaction of its own, one call of the same function.
  const batcher = createMicroBatcher<GrabEntry, GrabOutcome>({
    write: (entries, writer) => grabShares(pool, writer, entries),
    classify: () => 'poisoned',
    groupOf: ({ packetId }) => packetId,
    payerOf: ({ fanId }) => fanId,
    writers: connections,
    batchMax: 1,
    queueMax: 10_000,
    retryForMs: 0,
    timing: machineClock,
  });
  server.addHook('onClose', () => batcher.drain());
  serve(
    server,
    packetRoutes.single,
    contract[product],
    async ({ fan, query, receivedAt }) => {
      const { packetId, asset, assetActivityId: activityId } = await board.packet(query.packetId);
      const entry = { packetId, fanId: fan.id, key: uuidV7(receivedAt), receivedAt, joinedAt: fan.joinedAt };
      const { share } = await batcher.submit(entry);
      if (!share) throw new Refusal('PACKET_SOLD_OUT');
      return {
        packetId,
        ...showShare(packetId, share),
        gives: { assetName: asset, activityId, amount: share.amount },
      };
    },
    { hot: true },
  );
}

const nothing: Grabbed = {
  packetId: 'packet-1',
  shareId: 'packet-1.12345',
  place: 12_345,
  amount: 123,
  grabbedAt: '2026-11-21T03:16:53.000Z',
  gives: { assetName: 'POINT', activityId: null, amount: 123 },
};
