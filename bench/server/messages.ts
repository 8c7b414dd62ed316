/** What the measuring program says to the server it has started: before `tidyUsage` is answered, what can be collected is. */
export type ToServer = 'stop' | 'usage' | 'tidyUsage';

/** What the server says to it. */
export type FromServer =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'usage'; readonly usage: Usage };

/** What a process has used. */
export type Usage = {
  /** Memory that the system has given it. */
  readonly residentBytes: number;
  /** What of it holds JavaScript's objects, and what holds their buffers. */
  readonly heapBytes: number;
  readonly bufferBytes: number;
  /** Processor time since its start, in milliseconds over all its threads. */
  readonly processorMs: number;
};
