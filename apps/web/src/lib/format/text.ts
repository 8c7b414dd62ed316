/** Formats an address of the chain as people compare it: its first and last digits. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
