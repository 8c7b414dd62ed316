/** A kind of background work. It may run more than once for one request, so what it does must bear repeating. */
export type Job = {
  /** The name under which work is queued. */
  readonly name: string;
  /** When it also runs by itself, as a crontab pattern in UTC: `minute hour day month weekday`. */
  readonly schedule?: string;
  /** Throwing means: again later, with growing pauses, until the attempts are used up. */
  run(payload: unknown, attempt: Attempt): Promise<void>;
};

/** Which attempt of how many this is, counted from 1. */
export type Attempt = { readonly number: number; readonly last: boolean };
