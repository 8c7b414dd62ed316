/** How often the server counts what is not told live. */
const minuteMs = 60_000;

type Election = {
  readonly isFinal: boolean;
  /** When the browser was told so; Unix milliseconds of its own clock, as `answeredAtMs`. */
  readonly toldAtMs: number;
};

/**
 * How long until something is worth asking for that the server counts once a minute. False once it stays so: answers are
 * a minute old at most, so one of a minute after the result was known is of the final count.
 */
export function askMinutelyMs({ isFinal, toldAtMs }: Election, answeredAtMs: number): number | false {
  return isFinal && answeredAtMs >= toldAtMs + minuteMs ? false : minuteMs;
}
