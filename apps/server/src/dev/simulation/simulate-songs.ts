import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { post } from '#/modules/points/index.ts';
import { freezeRound, holdEvent, songPool } from '#/modules/songs/index.ts';
import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { resolvePackTime, type Simulation, type SongEvent } from '#/modules/content/index.ts';
import {
  insertNominations,
  insertSongVotes,
  listFinalists,
  listSimulatedFans,
  type SimulatedNomination,
} from './simulation.store.ts';

export type SongContext = {
  readonly simulation: Simulation;
  readonly event: SongEvent;
  readonly voteAsset: string;
  readonly anchoredAt: Date;
  readonly now: Date;
};

/** Fans per batch of votes in the final. */
const fansAtOnce = 40;
const usualNums = [1, 3, 5, 10, 10, 20, 30, 50, 80] as const;

/**
 * Simulates the history of an open song event: simulated fans nominate songs, and vote in the final through the ledger if
 * it has opened.
 */
export async function simulateSongs(tx: Transaction<DB>, context: SongContext): Promise<void> {
  const { simulation, event, anchoredAt, now } = context;
  const plan = simulation.songs;
  if (!plan) return;
  const fanIds = await listSimulatedFans(tx);
  const between = (window: SongEvent['final']) => ({
    fromMs: resolvePackTime(window.opensAt, anchoredAt).getTime(),
    untilMs: Math.min(resolvePackTime(window.closesAt, anchoredAt).getTime(), now.getTime()),
  });

  const nominating = between(event.nominations);
  if (nominating.untilMs <= nominating.fromMs) return;
  // Locked, so that no server freezes the round meanwhile; a frozen round already has its history.
  if ((await holdEvent(tx, event.id)).nominationsFrozenAt) return;
  await insertNominations(tx, event, planNominations(event, { fanIds, count: plan.nominations, ...nominating }));
  const final = between(event.final);
  if (final.untilMs <= final.fromMs || !(await freezeRound(tx, event.id, 'nominations', now))) return;
  await voteInFinal(tx, context, { fanIds, ...final });
}

type VotingSpan = { readonly fanIds: readonly number[]; readonly fromMs: number; readonly untilMs: number };

function planNominations(
  event: SongEvent,
  { fanIds, count, fromMs, untilMs }: VotingSpan & { readonly count: number },
): SimulatedNomination[] {
  const random = randomFromSeed(event.id, 'nominations');
  const songs = weighSongs(
    event.songs.map(({ id }) => id),
    randomFromSeed(event.id, 'taste'),
  );
  return Array.from({ length: count }, () => ({
    fanId: fanIds[Math.floor(random.between(0, fanIds.length))] ?? Number.NaN,
    songId: pick(songs, random),
    nominatedAt: new Date(Math.floor(random.between(fromMs, untilMs))),
  }));
}

/** Lets fans take turns with few votes each, within the daily limit, and issues what they cast. */
async function voteInFinal(
  tx: Transaction<DB>,
  { simulation, event, voteAsset }: SongContext,
  { fanIds, fromMs, untilMs }: VotingSpan,
): Promise<void> {
  const random = randomFromSeed(event.id, 'final');
  const songs = weighSongs(await listFinalists(tx, event.id), randomFromSeed(event.id, 'taste in the final'));
  const cap = event.dailyCap ?? Number.POSITIVE_INFINITY;
  const wanted = Math.min(simulation.songs?.finalVotes ?? 0, fanIds.length * cap);
  const most = Math.floor(cap / Math.ceil(wanted / fanIds.length));
  const atOnce = Math.min(fansAtOnce, fanIds.length);
  const rounds = Math.ceil(wanted / atOnce);
  for (let round = 0; round < rounds; round++) {
    const votedAt = new Date(Math.floor(fromMs + ((untilMs - fromMs) * (round + random.next())) / rounds));
    const votes = Array.from({ length: Math.min(atOnce, wanted - round * atOnce) }, (_, index) => ({
      fanId: fanIds[(round * atOnce + index) % fanIds.length] ?? Number.NaN,
      songId: pick(songs, random),
      num: Math.min(random.pick(usualNums), most),
    }));
    const grant = { asset: voteAsset, direction: 'receives', pool: { kind: 'issue', name: 'demo' } } as const;
    const legs = votes.map(({ fanId, num }) => ({ ...grant, fanId, amount: num, reason: 'demo_grant' as const }));
    await post(tx, { key: uuidV7(votedAt), receivedAt: votedAt, legs });
    const key = uuidV7(votedAt);
    const paid = await post(tx, {
      key,
      receivedAt: votedAt,
      legs: votes.map(({ fanId, songId, num }) => ({
        fanId,
        asset: voteAsset,
        direction: 'pays',
        amount: num,
        pool: { kind: 'sink', name: songPool(event.id, songId) },
        reason: 'song_vote',
      })),
    });
    await insertSongVotes(tx, event, {
      key,
      votedAt,
      votes: votes.map((vote, index) => ({ ...vote, transferId: paid[index]?.transferId ?? '' })),
    });
  }
}

type WeighedSongs = readonly { readonly id: string; readonly upTo: number }[];

/** Weighs songs, so that some are a few times as popular as others. */
function weighSongs(ids: readonly string[], random: SeededRandom): WeighedSongs {
  let sum = 0;
  return ids.map((id) => {
    sum += random.between(0.3, 1) ** 2;
    return { id, upTo: sum };
  });
}

function pick(songs: WeighedSongs, random: SeededRandom): string {
  const drawn = random.next() * (songs.at(-1)?.upTo ?? 0);
  const song = songs.find(({ upTo }) => upTo > drawn);
  if (!song) throw new Error('An event without songs has nothing to vote for');
  return song.id;
}
