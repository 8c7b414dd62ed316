import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { limitTo, type PageRequest } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { coverUrl, portraitUrl } from '#/modules/art/index.ts';
import { idolRows } from '#/modules/elections/index.ts';
import { playsOf, viewersOf, mayWatch, readRoom, rolesOf, type Room, roomColumns } from './rooms.view.ts';
import { kindOf, replayUntilOf, stateOf } from './room-state.rules.ts';

type Rooms = DataOf<Contract['GET /activity/api/v1/jplive/rooms']>;
export type LiveRoom = Rooms['onAir'][number];

export type Viewer = { readonly fanId: number | undefined; readonly language: Language; readonly at: Date };

type RoomRow = Room & {
  readonly portraitSeed: string | null;
  readonly ticket: { readonly id: string; readonly paid: number; readonly isRefunded: boolean } | null;
  readonly boughtAt: Date | null;
  readonly isReminded: boolean;
};

/**
 * Lists rooms as a viewer sees them, in the given order.
 * @param part - the end of a query over `live_room r`: conditions, order, limit
 */
async function listRooms(db: Kysely<DB>, viewer: Viewer, part: RawBuilder<unknown>): Promise<LiveRoom[]> {
  const fanId = viewer.fanId ?? null;
  const { rows } = await sql<RoomRow>`
    select ${roomColumns}, i.portrait_seed as "portraitSeed",
           case when t.id is not null then json_build_object('id', t.id::text, 'paid', t.paid,
                                                             'isRefunded', t.refunded_at is not null) end as ticket,
           t.bought_at as "boughtAt", m.fan_id is not null as "isReminded"
      from live_room r
      left join ${idolRows} i on i.id = r.idol_id
      left join live_ticket t on t.room_id = r.id and t.fan_id = ${fanId}
      left join live_reminder m on m.room_id = r.id and m.fan_id = ${fanId}
     where ${part}`.execute(db);
  const roomIds = rows.map(({ id }) => id);
  const [viewers, plays] = await Promise.all([viewersOf(db, roomIds, viewer.at), playsOf(db, roomIds)]);
  return rows.map((row) =>
    presentRoom(row, { viewers: viewers.get(row.id) ?? 0, plays: plays.get(row.id) ?? 0 }, viewer),
  );
}

/** How many watch a room now, and how often it was played. */
type RoomFigures = { readonly viewers: number; readonly plays: number };

function presentRoom(row: RoomRow, figures: RoomFigures, { language, at }: Viewer): LiveRoom {
  const { seats, sold, ticket, boughtAt } = row;
  const state = stateOf(row, at);
  return {
    roomId: row.id,
    streamName: row.streamName,
    title: row.title[language],
    description: row.description[language],
    coverUrl: coverUrl(row.coverSeed),
    host: {
      name: row.hostName[language],
      idolId: row.idolId,
      pictureUrl: portraitUrl(row.portraitSeed ?? row.coverSeed),
    },
    kind: kindOf(row, state),
    state,
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt?.toISOString() ?? null,
    price: row.price,
    seats: seats === null ? null : { total: seats, left: seats - sold },
    ...figures,
    replayUntil: state === 'over' ? (replayUntilOf(row)?.toISOString() ?? null) : null,
    myTicket:
      ticket && boughtAt
        ? {
            ticketId: ticket.id,
            paid: ticket.paid,
            boughtAt: boughtAt.toISOString(),
            state: ticket.isRefunded ? 'refunded' : 'valid',
          }
        : null,
    isReminded: row.isReminded,
  };
}

/** Returns an existing room as a viewer sees it. */
export async function getListedRoom(db: Kysely<DB>, viewer: Viewer, roomId: string): Promise<LiveRoom> {
  const [room] = await listRooms(db, viewer, sql`r.id = ${roomId}`);
  if (!room) throw new Error(`The room ${roomId} is gone`);
  return room;
}

/** The most rooms on air, and the most to come, that are listed. */
const mostListed = 100;

/** Reads rooms on air, rooms to come, and a page of those that are over, including cancelled and failed ones. */
export async function readRooms(db: Kysely<DB>, viewer: Viewer, { pageNum, pageSize }: PageRequest): Promise<Rooms> {
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
      sql`${isOver} order by coalesce(r.cancelled_at, r.closes_at) desc, r.id ${limitTo({ pageNum, pageSize })}`,
    ),
    sql<{ total: number }>`select count(*) as total from live_room r where ${isOver}`.execute(db),
  ]);
  return { onAir, coming, over: { list, total: counts[0]?.total ?? 0, pageNum, pageSize } };
}

/**
 * Shows one room and what the caller may do in it.
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

/** Reads the rooms, coming and on air, in which a fan may broadcast from the browser. */
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

type ManagedRooms = DataOf<Contract['GET /operator/api/v1/live/list']>;
export type ManagedRoom = ManagedRooms['list'][number];

type ManagedFigures = Pick<ManagedRoom, 'source' | 'ticketsSold' | 'ticketsToRefund'> & { readonly id: string };

/** Lists rooms as operators see them; `part` ends a query over `live_room r`. */
async function listManagedRooms(
  db: Kysely<DB>,
  { language, at }: { readonly language: Language; readonly at: Date },
  part: RawBuilder<unknown>,
): Promise<ManagedRoom[]> {
  const rooms = await listRooms(db, { fanId: undefined, language, at }, part);
  const { rows } = await sql<ManagedFigures>`
    select r.id, r.source, r.sold as "ticketsSold",
           case when r.cancelled_at is not null or r.failed_at is not null
                then (select count(*) from live_ticket t where t.room_id = r.id and t.refunded_at is null)
                else 0 end::integer as "ticketsToRefund"
      from live_room r where r.id = any(${rooms.map(({ roomId }) => roomId)}::text[])`.execute(db);
  return rooms.map(({ myTicket: _ticket, isReminded: _reminded, ...room }) => {
    const figures = rows.find(({ id }) => id === room.roomId);
    if (!figures) throw new Error(`The room ${room.roomId} was listed and not found`);
    const { source, ticketsSold, ticketsToRefund } = figures;
    return { ...room, source, ticketsSold, ticketsToRefund };
  });
}

/** Returns an existing room as operators see it. */
export async function getManagedRoom(
  db: Kysely<DB>,
  { roomId, ...viewer }: { readonly roomId: string; readonly language: Language; readonly at: Date },
): Promise<ManagedRoom> {
  const [room] = await listManagedRooms(db, viewer, sql`r.id = ${roomId}`);
  if (!room) throw new Error(`The room ${roomId} is gone`);
  return room;
}

type RoomsQuery = PageRequest & { readonly language: Language; readonly at: Date };

/** Reads a page of all rooms, the last to open first. */
export async function readManagedRooms(
  db: Kysely<DB>,
  { language, at, pageNum, pageSize }: RoomsQuery,
): Promise<ManagedRooms> {
  const list = await listManagedRooms(
    db,
    { language, at },
    sql`not r.retired order by r.opens_at desc, r.id ${limitTo({ pageNum, pageSize })}`,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from live_room where not retired`.execute(db);
  return { list, total: rows[0]?.total ?? 0, pageNum, pageSize };
}
