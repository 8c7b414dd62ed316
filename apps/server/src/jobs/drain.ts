/**
 * Repeats a step until it found nothing, or no time is left.
 *
 * @param step - returns whether it found something to do
 * @returns whether nothing is left to do
 */
export async function drain(step: () => Promise<boolean>, hasTime: () => boolean): Promise<boolean> {
  while (await step()) if (!hasTime()) return false;
  return true;
}

type Batches = {
  /** The entries of a full batch. */
  readonly most: number;
  /** Whether time is left; without it only an end of the entries ends the drain. */
  readonly hasTime?: () => boolean;
};

/**
 * Repeats a batch until one is not full, or no time is left:
 * - A batch is over before the next begins, so that each may commit.
 * - Time is asked for between batches only. A caller that gets `false` enqueues the next run.
 * - A batch that fails ends the drain, and what was committed stays.
 *
 * @param batch - processes at most so many entries, and returns how many
 * @returns whether no entry is left
 */
export function drainInBatches(
  batch: (most: number) => Promise<number>,
  { most, hasTime = () => true }: Batches,
): Promise<boolean> {
  return drain(async () => (await batch(most)) >= most, hasTime);
}

/** Drains one subject after another. Returns whether no entry of any is left. */
export async function drainEach<Subject>(
  subjects: readonly Subject[],
  batch: (subject: Subject, most: number) => Promise<number>,
  batches: Batches,
): Promise<boolean> {
  for (const subject of subjects) {
    if (!(await drainInBatches((most) => batch(subject, most), batches))) return false;
  }
  return true;
}
