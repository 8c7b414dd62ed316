/** Told how much is sent at a time; answers bytes a second, or undefined until a second has passed. */
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
