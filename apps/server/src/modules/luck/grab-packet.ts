import type { Contract, DataOf } from '@lightstick/contract';
import { LRUCache } from 'lru-cache';
import { retryOnLostConnection, classifyFailure } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { forAllCalls } from '#/lib/turns.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { createMicroBatcher, type MicroBatcher, QueueFull } from '#/lib/micro-batcher.ts';
import { namedUuid } from '#/lib/uuid.ts';
import type { Services } from '#/services.ts';
import { isInRegion, type Participant, regionClosed, tooYoung } from './luck.rules.ts';
import type { LuckBoard } from './luck-board.ts';
import {
  findShare,
  type GrabEntry,
  type GrabOutcome,
  grabShares,
  poolShards,
  readHolders,
  type Share,
} from './packets.store.ts';
import { type ListedPacket, showShare } from './packets.view.ts';
import { machineClock } from '#/lib/clock.ts';

type GrabAnswer = DataOf<Contract['GET /activity/api/v1/packet/grabPackage']>;

/** The running parts of grabbing in a process. */
export type PacketGrabbing = {
  readonly db: Services['db'];
  readonly board: LuckBoard;
  readonly batcher: MicroBatcher<GrabEntry, GrabOutcome>;
  readonly remembered: ReturnType<typeof rememberSoldOut>;
};

/** Entries of one batch, as for votes. */
const batchMax = 128;
/** Batches of one packet wait for each other: a second writer would only take the few grabs that came after the first. */
const writers = 1;
const queueMax = 10_000;
/** The longest wait of a batch for a restarting database; with the queue before it, a late grab may find the packet ended. */
const retryForMs = 10_000;
/** Packets whose holders a process keeps: a sold-out packet never changes again. */
const mostKept = 20;

type GrabbingServices = Pick<Services, 'db' | 'pool' | 'lookUps'> & {
  readonly board: LuckBoard;
  readonly onBatch: (grabs: number) => void;
};

export function createPacketGrabbing({ db, pool, lookUps, board, onBatch }: GrabbingServices): PacketGrabbing {
  return { db, board, batcher: createBatcher(pool, onBatch), remembered: rememberSoldOut(lookUps.db) };
}

/** Grabs a share: once, in the order in which grabs are written. Answers after the commit. Refusals are returned. */
export async function grabPacket(
  grabbing: PacketGrabbing,
  packetId: string,
  participant: Participant,
): Promise<GrabAnswer | Refusal> {
  const packet = await grabbing.board.packet(packetId);
  const share = await shareFor(grabbing, packet, participant);
  if (share instanceof Refusal) return share;
  const gives = { assetName: packet.asset, activityId: packet.assetActivityId, amount: share.amount };
  return { packetId, ...showShare(packetId, share), gives };
}

async function shareFor(
  grabbing: PacketGrabbing,
  packet: ListedPacket,
  participant: Participant,
): Promise<Share | Refusal> {
  const { receivedAt, fan } = participant;
  const holders = grabbing.remembered.holdersOf(packet.packetId);
  if (holders) return holders.get(fan.id) ?? goneRefusal(packet, receivedAt);
  // The opening never changes, so early calls need no database.
  if (receivedAt < packet.opensAt) return notOpen(packet, participant);
  if (isInRegion(packet, participant)) return submit(grabbing, packet, participant);
  const first = await findShare(grabbing.db, { packetId: packet.packetId, fanId: fan.id });
  return first ?? regionClosed(packet, participant);
}

/** Writes the grab. A packet without shares is remembered, so that later grabs of it need no write. */
async function submit(
  { batcher, remembered }: PacketGrabbing,
  packet: ListedPacket,
  participant: Participant,
): Promise<Share | Refusal> {
  const outcome = await batcher.submit(entryOf(packet, participant)).catch((error: unknown) => {
    throw error instanceof QueueFull ? new Refusal('OVERLOADED') : error;
  });
  if (outcome.verdict === 'soldOut') remembered.remember(packet.packetId);
  return shareOf(outcome, packet, participant);
}

function createBatcher(pool: Services['pool'], onBatch: (grabs: number) => void): MicroBatcher<GrabEntry, GrabOutcome> {
  const firstShard = Math.floor(Math.random() * poolShards);
  return createMicroBatcher({
    write: (entries, writer) => forAllCalls(() => grabShares(pool, (firstShard + writer) % poolShards, entries)),
    classify: classifyFailure,
    groupOf: ({ packetId }) => packetId,
    payerOf: ({ fanId }) => fanId,
    writers,
    batchMax,
    queueMax,
    retryForMs,
    timing: machineClock,
    onBatch,
  });
}

/**
 * Remembers the holders of sold-out packets by fan. A sold-out packet stays so, and all further grabs are answered from
 * memory.
 */
function rememberSoldOut(db: Services['db']) {
  const kept = new LRUCache<string, ReadonlyMap<number, Share>>({ max: mostKept });
  const loading = new Set<string>();
  return {
    holdersOf: (packetId: string) => kept.get(packetId),
    remember(packetId: string): void {
      if (kept.has(packetId) || loading.has(packetId)) return;
      loading.add(packetId);
      void retryOnLostConnection(() => readHolders(db, packetId))
        .then((holders) => kept.set(packetId, holders))
        // Until it can be read, grabs ask the database.
        .catch(() => undefined)
        .finally(() => loading.delete(packetId));
    },
  };
}

function entryOf({ packetId, opensAt }: ListedPacket, { fan, receivedAt }: Participant): GrabEntry {
  const key = namedUuid(opensAt, JSON.stringify([packetId, fan.id]));
  return { packetId, fanId: fan.id, key, receivedAt, joinedAt: fan.joinedAt };
}

function shareOf({ verdict, share }: GrabOutcome, packet: ListedPacket, participant: Participant): Share | Refusal {
  if (share) return share;
  switch (verdict) {
    case 'notOpen':
      return notOpen(packet, participant);
    case 'ended':
      return ended;
    case 'tooYoung':
      return tooYoung(packet, participant);
    case 'soldOut':
      return goneRefusal(packet, participant.receivedAt);
    case 'grabbed':
    case 'repeat':
      throw new Error('A grabbed share was answered without it');
  }
}

function notOpen({ opensAt }: ListedPacket, { timeZone, receivedAt }: Participant): Refusal {
  return new Refusal('PACKET_NOT_OPEN', { opensAt: eventTime(opensAt, timeZone, receivedAt) });
}

/** Made once, because most fans get one of them. */
const soldOut = new Refusal('PACKET_SOLD_OUT');
const ended = new Refusal('PACKET_ENDED');

function goneRefusal({ closesAt }: ListedPacket, receivedAt: Date): Refusal {
  return receivedAt < closesAt ? soldOut : ended;
}
