/** The address of a room. */
export function roomPath(roomId: string): string {
  return `/live?roomId=${encodeURIComponent(roomId)}`;
}
