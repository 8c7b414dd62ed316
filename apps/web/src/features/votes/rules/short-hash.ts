/** A hash as people compare it at a glance: its first and its last eight digits. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}
