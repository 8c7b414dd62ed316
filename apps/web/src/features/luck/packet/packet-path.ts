import type { Packet } from '#/features/luck/luck-queries.ts';

export function packetPath({ packetId }: Pick<Packet, 'packetId'>): string {
  return `/packet?packetId=${encodeURIComponent(packetId)}`;
}
