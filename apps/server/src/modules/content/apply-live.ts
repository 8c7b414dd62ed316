import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { listRecordings } from './content.view.ts';
import { type AppliedRoom, deleteStreamKeys, lockRooms, retireOtherRooms } from './content.store.ts';
import type { PackEntry, Pack } from './pack.ts';
import { lastFrozenOpening, type Moment, resolvePackTime } from './pack-time.ts';
import { type Problem, describeUnknown } from './yaml-file.ts';
import type { LiveRoom } from './schema/live.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

/**
 * Reports missing recordings, ids of rooms that operators have created, and changes of frozen fields: the price, window
 * and picture of a room that opens within minutes, has opened or has sold a ticket.
 */
export async function liveProblems(tx: Transaction<DB>, pack: Pack, moment: Moment): Promise<Problem[]> {
  const applied = await lockRooms(tx);
  const recordings = new Set([...pack.recordings.map(({ id }) => id), ...(await listRecordings(tx))]);
  return pack.liveRooms.flatMap((entry) => {
    const { value: room, problem } = entry;
    const was = applied.get(room.id);
    const problems: Problem[] = [];
    if (room.recording !== undefined && !recordings.has(room.recording)) {
      problems.push(problem(['recording'], describeUnknown('recording', room.recording, recordings)));
    }
    if (was && !was.isContent) {
      return [...problems, problem(['id'], `is "${room.id}", which an operator created; expected an id of its own`)];
    }
    return was ? [...problems, ...frozenProblems(entry, was, moment)] : problems;
  });
}

function frozenProblems({ value: room, problem }: PackEntry<LiveRoom>, was: AppliedRoom, moment: Moment): Problem[] {
  const problems: Problem[] = [];
  if (room.seats !== undefined && room.seats < was.sold) {
    problems.push(problem(['seats'], `is ${room.seats}, but ${was.sold} are taken; expected at least that`));
  }
  if (was.sold === 0 && !was.isEnded && was.opensAt > lastFrozenOpening(moment)) return problems;
  const now = { ...windowOf(room, moment, was), ...pictureOf(room), price: room.price };
  for (const field of ['source', 'recording', 'address', 'price', 'opensAt', 'closesAt'] as const) {
    const [wanted, kept] = [formatTerm(now[field]), formatTerm(was[field])];
    if (wanted === kept) continue;
    const why = was.sold > 0 ? 'the room has sold tickets' : 'the room has opened, or is about to';
    problems.push(problem([field], `is ${wanted}, but ${why} with ${kept}; expected that, or a room of its own`));
  }
  return problems;
}

function formatTerm(value: Date | string | number | null): string {
  if (value === null) return 'none';
  return value instanceof Date ? value.toISOString() : String(value);
}

function pictureOf({ source, recording, address }: LiveRoom) {
  return { source, recording: recording ?? null, address: address ?? null };
}

const minuteMs = 60_000;

/** Returns the window. A window that an operator moved stays, and so does one that began with the first application. */
function windowOf(
  { opensAt, closesAt, afterStart, lasts }: LiveRoom,
  { anchoredAt, now }: Moment,
  was: AppliedRoom | undefined,
): { readonly opensAt: Date; readonly closesAt: Date | null } {
  if (was && (was.isMoved || afterStart !== undefined)) return was;
  if (afterStart !== undefined && lasts !== undefined) {
    const opens = new Date(now.getTime() + afterStart * minuteMs);
    return { opensAt: opens, closesAt: new Date(opens.getTime() + lasts * minuteMs) };
  }
  if (!opensAt) throw new Error('A room without a window passed the checks');
  return {
    opensAt: resolvePackTime(opensAt, anchoredAt),
    closesAt: closesAt ? resolvePackTime(closesAt, anchoredAt) : null,
  };
}

/**
 * Writes recordings and rooms. A room that leaves the source `rtmp` loses its key. One that the pack no longer names goes,
 * unless its tickets are still to be used.
 */
export async function applyLive(tx: Transaction<DB>, pack: Pack, moment: Moment): Promise<AppliedPart> {
  const applied = await lockRooms(tx);
  const recordings = pack.recordings.map(({ isLoop, ...recording }) => ({ ...recording, is_loop: isLoop }));
  const rooms = pack.liveRooms.map(({ value: room }) => {
    const { opensAt, closesAt } = windowOf(room, moment, applied.get(room.id));
    const { source, recording, address } = pictureOf(room);
    return {
      id: room.id,
      stream_name: room.id,
      title: room.title,
      description: room.description,
      host_name: room.hostName,
      idol_id: room.idol ?? null,
      cover_seed: room.coverSeed,
      source,
      recording_id: recording,
      address,
      price: room.price,
      seats: room.seats ?? null,
      opens_at: opensAt.toISOString(),
      closes_at: closesAt?.toISOString() ?? null,
      replay_hours: room.replayHours,
      has_chat: room.chat,
      is_content: true,
      retired: false,
    };
  });
  const withoutEncoder = rooms.filter(({ source }) => source !== 'rtmp').map(({ id }) => id);
  await deleteStreamKeys(tx, withoutEncoder);
  const written = [
    await upsert(tx, 'live_recording', ['id'], recordings),
    await upsert(tx, 'live_room', ['id'], rooms),
  ];
  const roomIds = rooms.map(({ id }) => id);
  return { written, retired: await retireOtherRooms(tx, roomIds, moment.now) };
}
