import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { coverUrl, portraitUrl } from '#/modules/art/index.ts';
import { playsOf, viewersOf } from './picture/viewers.view.ts';
import { kindOf, replayUntilOf, stateOf } from './room-state.rules.ts';
import { type Room, roomColumns } from './rooms.view.ts';

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
 * Rooms as a viewer sees them, in the order that is given.
 * @param part - the end of a query over `live_room r`: conditions, order, limit
 */
export async function listRooms(db: Kysely<DB>, viewer: Viewer, part: RawBuilder<unknown>): Promise<LiveRoom[]> {
  const fanId = viewer.fanId ?? null;
  const { rows } = await sql<RoomRow>`
    select ${roomColumns}, i.portrait_seed as "portraitSeed",
           case when t.id is not null then json_build_object('id', t.id::text, 'paid', t.paid,
                                                             'isRefunded', t.refunded_at is not null) end as ticket,
           t.bought_at as "boughtAt", m.fan_id is not null as "isReminded"
      from live_room r
      left join idol i on i.id = r.idol_id
      left join live_ticket t on t.room_id = r.id and t.fan_id = ${fanId}
      left join live_reminder m on m.room_id = r.id and m.fan_id = ${fanId}
     where ${part}`.execute(db);
  const roomIds = rows.map(({ id }) => id);
  const [viewers, plays] = await Promise.all([viewersOf(db, roomIds, viewer.at), playsOf(db, roomIds)]);
  return rows.map((row) =>
    shownRoom(row, { viewers: viewers.get(row.id) ?? 0, plays: plays.get(row.id) ?? 0 }, viewer),
  );
}

/** How many watch a room now, and how often it was played. */
type Figures = { readonly viewers: number; readonly plays: number };

function shownRoom(row: RoomRow, figures: Figures, { language, at }: Viewer): LiveRoom {
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
