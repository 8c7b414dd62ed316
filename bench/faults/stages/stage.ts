import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../../../apps/server/src/db/embedded/index.ts';
import type { SeededRandom } from '../../../apps/server/src/lib/random-from-seed.ts';
import { createScratchFolder } from '../../../apps/server/test/world/scratch-folder.ts';
import { type OwnerConnection, type OwnerPool, connectTo } from '../../world/owner-connection.ts';
import type { RestartingServer } from '../../world/restarting-server.ts';
import type { World } from '../given-world.ts';
import type { Troubles } from '../send-until-known.ts';
import type { Sheet } from '../send-vote.ts';

/** A fault that has been dealt. Instants are those of `performance.now()`. */
type Struck = {
  /** The beginning of recovery: the kill, or the end of the fault. */
  readonly atMs: number;
  /** The server that has to answer a vote again; any of them, when left out. */
  readonly address?: string;
};

/** A line of the table: a label and its figure. */
export type Figure = readonly [name: string, figure: string | number];

/** Servers and a database with a way to harm them. One kind of round is played on one stage, from an empty database on. */
export type Stage = {
  /** The addresses of fans' votes. Each fan has a first one; a vote without an answer is sent to the next. */
  readonly addresses: readonly [string, ...string[]];
  /** The faults of this kind, dealt in turn. */
  readonly faults: readonly [string, ...string[]];
  /** Why a vote may be refused for good here. */
  readonly refusals: readonly string[];
  /** Deals a fault, while fans go on voting. */
  strike(fault: string, during: { readonly random: SeededRandom; readonly troubles: Troubles }): Promise<Struck>;
  /** Puts fans and what they vote on in place. */
  givenWorld(ownerPool: OwnerPool): Promise<World>;
  /** Connects to the database without any fault. */
  connectAsOwner(): Promise<OwnerConnection>;
  /** Resolves when every server says that it may be sent fans. */
  ready(): Promise<void>;
  /** Judges what this kind alone can find wrong, in words, once no vote is on its way any more. */
  judge(ownerPool: OwnerPool, sheet: Sheet): Promise<string[]>;
  /** Returns the counts of this kind alone. */
  figures(): readonly Figure[];
  /** Stops the servers in order. Returns the faults of that, in words. */
  stop(): Promise<string[]>;
};

/** A kind that cannot be played on this machine. */
export type Skipped = { readonly skipped: string };

/** Opens a stage; everything that it starts is put on the stack, so that it is stopped in any case. */
export type OpenStage = (stack: AsyncDisposableStack) => Promise<Stage | Skipped>;

/** Refusals that are expected where fans have few votes, few tickets and a cap. */
export const usualRefusals = ['INSUFFICIENT_VOTES', 'INSUFFICIENT_TICKETS', 'DAILY_CAP_REACHED'] as const;

/** The part of kinds without judgements or counts. */
export const nothingMore = {
  judge: (): Promise<string[]> => Promise.resolve([]),
  figures: (): readonly Figure[] => [],
};

/**
 * Stops servers in order. Answers in words which of them did not end as they should, or ended before they were asked to.
 *
 * @param kills how often they were killed
 */
export async function stopAll(servers: readonly RestartingServer[], kills = 0): Promise<string[]> {
  const ended = servers.reduce((sum, server) => sum + server.starts() - 1, 0) - kills;
  const codes = await Promise.all(servers.map((server) => server.stop()));
  return [
    ...(ended === 0 ? [] : [`servers exited unexpectedly, ${ended} times:\n${servers[0]?.lastLines()}`]),
    ...codes.flatMap((code, position) =>
      code === 0 ? [] : [`a server ended with ${code} when it was asked to stop:\n${servers[position]?.lastLines()}`],
    ),
  ];
}

const pollMs = 100;

/**
 * Resolves when a server knows an activity, which takes it some seconds.
 *
 * @param byMs until when it must, in Unix milliseconds
 */
export async function untilKnown(address: string, activityId: string, byMs: number): Promise<void> {
  while (Date.now() < byMs) {
    const reply = await fetch(`${address}/activity/api/v1/vote/activities`);
    const { data } = (await reply.json()) as { data: readonly { readonly activityId: string }[] | null };
    if (data?.some((one) => one.activityId === activityId)) return;
    await sleep(pollMs);
  }
  throw new Error(`A server did not know activity ${activityId} in time`);
}

/** A database that belongs to this process, so that servers can come and go over it. */
export type OwnDatabase = {
  /** The folder for the files of the servers. */
  readonly dataDir: string;
  readonly ownerUrl: string;
  readonly socketDir: string;
  /** What servers over it have in common. */
  readonly settings: Readonly<Record<string, string>>;
  connectAsOwner(): Promise<OwnerConnection>;
};

/** Starts a database with production's settings, in a folder that is removed at the end. */
export async function startOwnDatabase(stack: AsyncDisposableStack): Promise<OwnDatabase> {
  const { path } = stack.use(await createScratchFolder());
  const postgres = await startEmbedded({ dataDir: path });
  stack.defer(() => postgres.stop());
  const { ownerUrl, socketDir } = postgres;
  return {
    dataDir: path,
    ownerUrl,
    socketDir,
    settings: { DATABASE_URL: ownerUrl, SERVER_SECRET: randomBytes(32).toString('base64') },
    connectAsOwner: () => Promise.resolve(connectTo(ownerUrl)),
  };
}
