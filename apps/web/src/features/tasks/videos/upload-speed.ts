/** Receives the sent bytes; returns bytes a second, or undefined in the first second. */
export type Speedometer = (sentBytes: number, atMs: number) => number | undefined;

const leastMs = 1_000;

/** Measures from the first report on: bytes sent before a resume had another speed. */
export function createSpeedometer(): Speedometer {
  let start: { readonly sentBytes: number; readonly atMs: number } | undefined;
  return (sentBytes, atMs) => {
    start ??= { sentBytes, atMs };
    const ms = atMs - start.atMs;
    return ms < leastMs ? undefined : ((sentBytes - start.sentBytes) / ms) * 1000;
  };
}
