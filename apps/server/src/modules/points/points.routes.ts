import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { Kysely } from 'kysely';
import type { Hex } from 'viem';
import { handle, handleOnce } from '#/http/handle.ts';
import type { DB } from '#/db/schema.ts';
import { machineClock } from '#/lib/clock.ts';
import { networkOf } from '#/lib/network-of.ts';
import { readForScrapes } from '#/lib/scrape-reading.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { readAssets, readExpiryRecords, readPointFlows } from './assets.view.ts';
import { type RankedFans, readFanRanking } from './fan-ranking.view.ts';
import { readReceivedPoints, type TitleSources } from './fan-ledger.view.ts';
import { readFaucet } from './faucet.view.ts';
import { type CoinSender, type FaucetSettings, takeTestCoins } from './take-test-coins.ts';

/** Inputs from other modules: sources of earned Points, and how ranked fans are shown. */
export type PointSources = RankedFans & {
  readonly pending: readonly PendingSource[];
  readonly titles: TitleSources;
};

export function pointRoutes(server: FastifyInstance, { pending, titles, ...fans }: PointSources): void {
  const { brand, db, settings } = server.services;
  gaugePoints(server.services);

  handle(server, 'POST /wallet/api/v1/user/getAssetDetail', async ({ fan, language, country, receivedAt }) => {
    const question = { fanId: fan.id, at: receivedAt, language, country };
    const { pending: pendingPoints } = await readPending(pending, question);
    const hasChain = settings.chainRpcUrl !== undefined;
    return readAssets(db, { fanId: fan.id, at: receivedAt, language, pendingPoints, hasChain });
  });

  handle(server, 'POST /wallet/api/v1/userExpand/getPendingPoints', ({ fan, language, country, receivedAt }) =>
    readPending(pending, { fanId: fan.id, at: receivedAt, language, country }),
  );

  handle(server, 'POST /wallet/api/v1/userExpand/getExpiryRecords', ({ fan, body, language, receivedAt }) =>
    readExpiryRecords(db, { fanId: fan.id, at: receivedAt, language, ...body }),
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/getReceivedPointRecords',
    async ({ fan, body, language, receivedAt }) =>
      readReceivedPoints(db, titles, {
        fanId: fan.id,
        language,
        product: (await brand()).name[language],
        at: receivedAt,
        ...body,
      }),
  );

  handle(server, 'POST /wallet/api/v1/userExpand/getUserAndAllPointRank', ({ fan, body, receivedAt }) =>
    readFanRanking(db, fans, { fanId: fan?.id, ...body, at: receivedAt, timeZone: settings.platformTimeZone }),
  );
}

/** Sums up for the next scrape. Every process reports the same numbers, so they must not be added up. */
function gaugePoints({ db, log, metrics }: Pick<Services, 'db' | 'log' | 'metrics'>): void {
  const flows = readForScrapes(
    machineClock,
    () => readPointFlows(db),
    (error) => log.warn({ err: error }, 'the Points of the ledger could not be summed up'),
  );
  new Gauge({
    name: 'lightstick_points',
    help: 'Points since the ledger began: issued to fans, spent by them, and expired. Fans hold the rest.',
    labelNames: ['flow'],
    registers: [metrics.registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const [flow, amount] of Object.entries(flows.last() ?? {})) this.set({ flow }, amount);
    },
  });
}

type PendingList = DataOf<Contract['POST /wallet/api/v1/userExpand/getPendingPoints']>;

/** Points that a fan has earned but not claimed, for one item. */
export type PendingPoints = PendingList['items'][number];

type PendingQuestion = {
  readonly fanId: number;
  readonly at: Date;
  readonly language: Language;
  readonly country: string | undefined;
};

/** Lists a fan's pending Points; supplied by the modules in which Points are earned. */
type PendingSource = (question: PendingQuestion) => Promise<readonly PendingPoints[]>;

/** Returns all pending items and their sum; the list and the balance both use it, so that they agree. */
async function readPending(sources: readonly PendingSource[], question: PendingQuestion): Promise<PendingList> {
  const items = (await Promise.all(sources.map((source) => source(question)))).flat();
  return { pending: items.reduce((sum, { points }) => sum + points, 0), items };
}

/** The chain as the faucet needs it, of other modules. */
export type FaucetChain = {
  readonly chainId: number;
  readonly walletOf: (db: Kysely<DB>, fanId: number) => Promise<Hex | undefined>;
  readonly send: CoinSender['send'];
};

export function faucetRoutes(
  server: FastifyInstance,
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { chainId, walletOf, send }: FaucetChain,
): void {
  const keys = createServerKeys(settings.serverSecret);
  const { each: weiEach, perDay: weiPerDay } = settings.faucetWei;
  const coinSender = settings.faucetKey === undefined ? undefined : { weiEach, weiPerDay, send };
  const faucet: FaucetSettings = {
    ...settings,
    chainId,
    coinSender: coinSender && {
      ...coinSender,
      walletOf: async (tx, fanId) => {
        const address = await walletOf(tx, fanId);
        return address === undefined ? undefined : { address, hash: keys.keyedHash('test-coin-address', address) };
      },
    },
  };

  handle(server, 'POST /wallet/api/v1/userExpand/getTestCoinFaucet', async ({ fan, receivedAt: at }) => {
    const wallet = coinSender && (await walletOf(db, fan.id));
    return readFaucet(db, settings, { fanId: fan.id, chainId, weiEach: coinSender?.weiEach, wallet, at });
  });

  handleOnce(
    server,
    'POST /wallet/api/v1/userExpand/getFreeTestCoin',
    (tx, { fan, address, idempotencyKey, receivedAt }) =>
      takeTestCoins(tx, faucet, {
        fanId: fan.id,
        networkHash: keys.keyedHash('test-coin-network', networkOf(address)),
        key: idempotencyKey,
        receivedAt,
      }),
    // The coins of a day are counted together.
    { rate: 'tight', lock: () => 'test coins' },
  );
}
