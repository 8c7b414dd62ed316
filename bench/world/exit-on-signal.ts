/** Ends this process on a signal in a way that its `exit` listeners hear of, which stop the servers it has started. */
export function exitOnSignal(): void {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
}
