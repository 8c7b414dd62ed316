/** What the measuring program says to the process in which the audience sits. */
export type ToAudience =
  | { readonly kind: 'come'; readonly port: number; readonly path: string; readonly listeners: number }
  /** Report when every listener has received this total of votes. */
  | { readonly kind: 'await'; readonly totalVotes: number };

/** What the audience says to it. */
export type FromAudience =
  | { readonly kind: 'seated' }
  /** When the first and the last of the audience heard of it, by the system's steady clock; `events` each has heard so far. */
  | { readonly kind: 'heard'; readonly firstMs: number; readonly lastMs: number; readonly events: number }
  | { readonly kind: 'failed'; readonly why: string };

/** Returns milliseconds of a clock that all processes of the machine share and that never jumps. */
export function steadyMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
