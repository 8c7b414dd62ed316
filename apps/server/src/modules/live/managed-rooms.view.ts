import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { listRooms } from './listed-rooms.view.ts';

type ManagedRooms = DataOf<Contract['GET /operator/api/v1/live/list']>;
export type ManagedRoom = ManagedRooms['list'][number];

type Figures = Pick<ManagedRoom, 'source' | 'ticketsSold' | 'ticketsToRefund'> & { readonly id: string };

/** Rooms as operators see them; `part` ends a query over `live_room r`. */
async function listManagedRooms(
  db: Kysely<DB>,
  { language, at }: { readonly language: Language; readonly at: Date },
  part: RawBuilder<unknown>,
): Promise<ManagedRoom[]> {
  const rooms = await listRooms(db, { fanId: undefined, language, at }, part);
  const { rows } = await sql<Figures>`
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

/** A room as operators see it, that is known to be there. */
export async function getManagedRoom(
  db: Kysely<DB>,
  { roomId, ...viewer }: { readonly roomId: string; readonly language: Language; readonly at: Date },
): Promise<ManagedRoom> {
  const [room] = await listManagedRooms(db, viewer, sql`r.id = ${roomId}`);
  if (!room) throw new Error(`The room ${roomId} is gone`);
  return room;
}

type Question = {
  readonly language: Language;
  readonly at: Date;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** A page of all rooms, the last to open first. */
export async function readManagedRooms(
  db: Kysely<DB>,
  { language, at, pageNum, pageSize }: Question,
): Promise<ManagedRooms> {
  const list = await listManagedRooms(
    db,
    { language, at },
    sql`not r.retired order by r.opens_at desc, r.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from live_room where not retired`.execute(db);
  return { list, total: rows[0]?.total ?? 0, pageNum, pageSize };
}
