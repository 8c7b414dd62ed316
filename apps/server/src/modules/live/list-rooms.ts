import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type LiveRoom, listRooms, type Viewer } from './rooms.presenter.ts';
import { mayWatch, readRoom, rolesOf } from './rooms.view.ts';

type Page = { readonly pageNum: number; readonly pageSize: number };

/** The most rooms on air, and the most to come, that are listed. */
const mostListed = 100;

/** Rooms on air, rooms to come, and a page of those that are over, among them those that were cancelled or failed. */
export async function readRooms(
  db: Kysely<DB>,
  viewer: Viewer,
  { pageNum, pageSize }: Page,
): Promise<DataOf<Contract['GET /activity/api/v1/jplive/rooms']>> {
  const { at } = viewer;
  const isOn = sql`not r.retired and r.cancelled_at is null and r.failed_at is null`;
  const isOver = sql`not r.retired and (r.closes_at <= ${at} or r.cancelled_at is not null or r.failed_at is not null)`;
  const [onAir, coming, list, { rows: counts }] = await Promise.all([
    listRooms(
      db,
      viewer,
      sql`${isOn} and r.opens_at <= ${at} and (r.closes_at is null or r.closes_at > ${at})
          order by r.closes_at nulls last, r.id limit ${mostListed}`,
    ),
    listRooms(db, viewer, sql`${isOn} and r.opens_at > ${at} order by r.opens_at, r.id limit ${mostListed}`),
    listRooms(
      db,
      viewer,
      sql`${isOver} order by coalesce(r.cancelled_at, r.closes_at) desc, r.id
          limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
    ),
    sql<{ total: number }>`select count(*) as total from live_room r where ${isOver}`.execute(db),
  ]);
  return { onAir, coming, over: { list, total: counts[0]?.total ?? 0, pageNum, pageSize } };
}

/**
 * One room with what the caller may do in it.
 * @throws Refusal LIVE_ROOM_NOT_FOUND
 */
export async function showRoom(
  db: Kysely<DB>,
  viewer: Viewer,
  roomId: string,
): Promise<DataOf<Contract['GET /activity/api/v1/jplive/room']>> {
  const room = await readRoom(db, roomId);
  if (!room) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  const { fanId, at } = viewer;
  const [[shown], roles, isAllowed] = await Promise.all([
    listRooms(db, viewer, sql`r.id = ${roomId}`),
    rolesOf(db, roomId, fanId),
    mayWatch(db, room, fanId, at),
  ]);
  if (!shown) throw new Refusal('LIVE_ROOM_NOT_FOUND');
  const hasStudio = roles.isHost && room.source === 'studio';
  return { room: shown, mayWatch: isAllowed, hasChat: room.hasChat, hasStudio, ...roles };
}

/** The rooms, coming and on air, for which a fan is appointed to broadcast from the browser. */
export async function readHostedRooms(
  db: Kysely<DB>,
  viewer: Viewer & { readonly fanId: number },
): Promise<{ readonly rooms: LiveRoom[] }> {
  const { fanId, at } = viewer;
  const rooms = await listRooms(
    db,
    viewer,
    sql`not r.retired and r.source = 'studio' and r.cancelled_at is null and r.failed_at is null and r.closes_at > ${at}
        and exists (select from live_appointment a where a.room_id = r.id and a.fan_id = ${fanId} and a.role = 'host')
        order by r.opens_at, r.id limit ${mostListed}`,
  );
  return { rooms };
}
