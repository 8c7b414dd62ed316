import type { ReactNode } from 'react';
import { RoomList } from '#/app/live/room-list.tsx';
import { RoomPart } from '#/app/live/room-part.tsx';
import { useQueryParameter } from '#/lib/query-parameters.ts';

/** The live rooms, or the one that the address names. */
export function LiveScreen(): ReactNode {
  const roomId = useQueryParameter('roomId');
  return roomId === null ? <RoomList /> : <RoomPart key={roomId} roomId={roomId} />;
}
