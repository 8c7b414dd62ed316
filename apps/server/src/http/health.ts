import type { Pool } from 'pg';

/** Whether this process should be sent fans, told at /readyz. */
export type Health = {
  /** From now on /readyz says no, so that load balancers turn away before the port closes. */
  beginShutdown(): void;
  readonly isShuttingDown: boolean;
  /** Adds something that must hold before fans are sent here. */
  require(name: string, holds: () => Promise<boolean>): void;
  /** The names of what does not hold at the moment. */
  failing(): Promise<string[]>;
};

const patienceMs = 2_000;

export function createHealth({ pool }: { readonly pool: Pool }): Health {
  const requirements = new Map<string, () => Promise<boolean>>([
    ['database', async () => (await pool.query('SELECT 1')).rowCount === 1],
  ]);
  let shuttingDown = false;
  return {
    beginShutdown() {
      shuttingDown = true;
    },
    get isShuttingDown() {
      return shuttingDown;
    },
    require(name, holds) {
      requirements.set(name, holds);
    },
    async failing() {
      if (shuttingDown) return ['shutting down'];
      const outcomes = await Promise.all(
        [...requirements].map(async ([name, holds]) => ((await holdsInTime(holds)) ? [] : [name])),
      );
      return outcomes.flat();
    },
  };
}

/** What cannot be found out counts as not holding; why is told by the failing part itself, in the log. */
async function holdsInTime(holds: () => Promise<boolean>): Promise<boolean> {
  const { promise: outOfPatience, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  try {
    return await Promise.race([holds().catch(() => false), outOfPatience]);
  } finally {
    clearTimeout(timer);
  }
}
