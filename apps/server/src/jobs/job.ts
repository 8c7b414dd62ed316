/** A kind of background work. It may run more than once for one request, so what it does must bear repeating. */
export type Job = {
  /** The name under which work is queued. */
  readonly name: string;
  /**
   * When it also runs by itself, as a crontab pattern in UTC: `minute hour day month weekday`. Such runs never overlap,
   * whatever process they are in, unless one of these is not heard of for half a minute; and only one waits for the one
   * before it.
   */
  readonly schedule?: string;
  /** Worked on in slots of its own, so that it waits for no other work: there is a fan who waits for it. */
  readonly apart?: true;
  /** Throwing means: again later, with growing pauses, until the attempts are used up. */
  run(payload: unknown, attempt: Attempt): Promise<void>;
};

/** Which attempt of how many this is, counted from 1. */
export type Attempt = { readonly number: number; readonly last: boolean };
