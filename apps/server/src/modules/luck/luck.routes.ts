import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Gauge, Histogram } from 'prom-client';
import type { Call } from '#/http/call.ts';
import { handle } from '#/http/handle.ts';
import { type Encoded, encodeData } from '#/http/response-cache.ts';
import { Refusal } from '#/errors.ts';
import { readInSnapshot } from '#/db/snapshot.ts';
import { freshFor } from '#/lib/cache-options.ts';
import { readForScrapes } from '#/lib/scrape-reading.ts';
import { createSemaphore } from '#/lib/turns.ts';
import type { Services } from '#/services.ts';
import { serveLiveFeed } from '#/http/live-feed.ts';
import { type ListedCampaign, presentCampaigns, type Viewer, drawState, stateOf } from './campaigns.view.ts';
import type { DoneOnDay } from './draw-envelope.ts';
import { createLuckBoard, type LuckBoard, type ListedLuck } from './luck-board.ts';
import { participationRoutes } from './participation.routes.ts';
import { type ProofSubject, readProof } from './proofs.view.ts';
import { readMyLuck, readResults } from './results.view.ts';
import { createPacketGrabbing, grabPacket } from './grab-packet.ts';
import { readPackets, readShares } from './packets.view.ts';
import { listDueRaffles } from './raffles.store.ts';
import { leftOf } from './campaigns.store.ts';
import { luckState } from './luck.rules.ts';

export type LuckServices = Pick<Services, 'db' | 'pool' | 'lookUps' | 'clock' | 'log' | 'metrics' | 'settings'> & {
  readonly doneOnDay: DoneOnDay;
};

export function luckRoutes(server: FastifyInstance, services: LuckServices): void {
  const { db, clock, settings, doneOnDay } = services;
  const timeZone = settings.platformTimeZone;
  const board = createLuckBoard(services.lookUps.db, clock);
  packetRoutes(server, { ...services, board });
  luckStreamRoutes(server, { ...services, board });
  participationRoutes(server, { ...services, board });
  gaugeRaffles(services);

  const viewerOf = (
    call: Pick<Call<'GET /activity/api/v1/packet/getAllDraw'>, 'fan' | 'country' | 'language' | 'receivedAt'>,
  ): Viewer => ({
    fan: call.fan,
    country: call.country,
    language: call.language,
    at: call.receivedAt,
    timeZone,
    doneOnDay,
  });
  const campaignsOf = async (activityId: string | undefined, isWanted: (campaign: ListedCampaign) => boolean) =>
    (await board.current()).campaigns.filter(
      (campaign) =>
        isWanted(campaign) &&
        (activityId === undefined || campaign.electionId === activityId || campaign.campaignId === activityId),
    );

  handle(server, 'GET /activity/api/v1/packet/getAllBlindBox', async (call) => {
    const boxes = await campaignsOf(call.query.activityId, ({ kind }) => kind === 'box');
    return (await presentCampaigns(db, boxes, viewerOf(call))).flatMap((one) => (one.kind === 'box' ? [one] : []));
  });

  handle(server, 'GET /activity/api/v1/packet/getAllDraw', async (call) => {
    const draws = await campaignsOf(call.query.activityId, ({ kind }) => kind !== 'box');
    return presentCampaigns(db, draws, viewerOf(call));
  });

  handle(server, 'GET /activity/api/v1/packet/getActivityDetail', async (call) => {
    const campaign = await board.campaign(call.query.activityId);
    const [shown] = await presentCampaigns(db, [campaign], viewerOf(call));
    if (!shown) throw new Refusal('CAMPAIGN_NOT_FOUND');
    return shown;
  });

  handle(server, 'GET /activity/api/v1/packet/getResults', async ({ fan, query }) => {
    const { campaignId, kind } = await board.campaign(query.activityId);
    return readResults(db, { campaignId, isRaffle: kind === 'raffle', fanId: fan?.id, ...query });
  });

  handle(server, 'GET /activity/api/v1/packet/getMyLuck', ({ fan, query, language }) =>
    readMyLuck(db, { fanId: fan.id, language, ...query }),
  );

  const proofs = keepProofs(services, board);
  handle(server, 'GET /activity/api/v1/packet/getProof', ({ query }) => proofs(query), { hot: true });
}

type ProofQuery = Call<'GET /activity/api/v1/packet/getProof'>['query'];
type Proof = DataOf<Contract['GET /activity/api/v1/packet/getProof']>;

const proofKeptMs = 5_000;
const mostProofs = 20;
/** Proofs read at once, and calls that wait for one: a large one takes a connection for seconds. */
const proofsAtOnce = 2;
const mostWaitingForProof = 100;

/**
 * Keeps encoded proofs for a few seconds, read in one snapshot: they may have megabytes, and everyone asks for them
 * after a draw. Only existing proofs are kept, under one name.
 */
function keepProofs(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  board: LuckBoard,
): (subject: ProofQuery) => Promise<Encoded<Proof>> {
  const kept = new LRUCache<string, Promise<Encoded<Proof>>>({
    max: mostProofs,
    ...freshFor(clock, proofKeptMs),
    ttlAutopurge: true,
  });
  const inTurn = createSemaphore(proofsAtOnce, mostWaitingForProof);
  const read = (subject: ProofSubject) =>
    inTurn(() => readInSnapshot(db, (tx) => readProof(tx, subject))).then(encodeData);

  return async (query) => {
    const subject = await subjectOf(board, query);
    const name = JSON.stringify(subject);
    const known = kept.get(name);
    if (known) return known;
    const proof = read(subject);
    kept.set(name, proof);
    proof.catch(() => kept.delete(name));
    return proof;
  };
}

/** Counts for the next scrape. Every process reports the same numbers, so they must not be added up. */
function gaugeRaffles({ db, clock, log, metrics }: LuckServices): void {
  const due = readForScrapes(
    clock,
    () => listDueRaffles(db, clock.now()),
    (error) => log.warn({ err: error }, 'the raffles that wait could not be counted'),
  );
  new Gauge({
    name: 'lightstick_raffles_waiting',
    help: 'Raffles that are over, by what they wait for: the freezing of their list, or the draw by their beacon.',
    labelNames: ['next'],
    registers: [metrics.registry],
    aggregator: 'max',
    collect() {
      this.reset();
      const waiting = due.last();
      if (!waiting) return;
      this.set({ next: 'freeze' }, waiting.toFreeze.length);
      this.set({ next: 'draw' }, waiting.toDraw.length);
    },
  });
}

async function subjectOf(board: LuckBoard, { packetId, activityId, epoch }: ProofQuery): Promise<ProofSubject> {
  if (packetId !== undefined) return { packetId: (await board.packet(packetId)).packetId };
  if (activityId === undefined) throw new Refusal('CAMPAIGN_NOT_FOUND');
  const { campaignId, kind, epoch: latest } = await board.campaign(activityId);
  if (kind === 'raffle') return { campaignId };
  if (epoch !== undefined && epoch > (latest ?? 0)) throw new Refusal('CAMPAIGN_NOT_FOUND');
  return { campaignId, epoch };
}

type PacketServices = Pick<Services, 'db' | 'pool' | 'lookUps' | 'metrics' | 'settings'> & {
  readonly board: LuckBoard;
};

function packetRoutes(server: FastifyInstance, services: PacketServices): void {
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
      this.set(grabbing.batcher.pending);
    },
  });
  server.addHook('onClose', () => grabbing.batcher.drain());

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
      grabPacket(grabbing, query.packetId, { fan, country, receivedAt, timeZone: settings.platformTimeZone }),
    { hot: true },
  );

  handle(server, 'GET /activity/api/v1/packet/getShares', async ({ fan, query }) => {
    const packet = await board.packet(query.packetId);
    return readShares(db, { packet, fanId: fan?.id, ...query });
  });
}

const route = 'GET /activity/api/v1/packet/stream';
const tickMs = 1000;

type News = DataOf<Contract[typeof route]>;

/** Serves changes of packets and draws as server-sent events. */
function luckStreamRoutes(
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

function newsOf({ packets, campaigns }: ListedLuck, at: Date): News {
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
