type Attempts = {
  /** Waits for a step. Its failure is kept for the end, and the answer is undefined. */
  readonly attempt: <Result>(step: Promise<Result>) => Promise<Result | undefined>;
  /** Keeps a failure that a step reports. */
  readonly fail: (error: unknown) => void;
};

/**
 * Runs the steps of a job, of which a failed one stops no other.
 *
 * @throws AggregateError of the failures, after all steps
 */
export async function attemptSteps(message: string, run: (attempts: Attempts) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const fail = (error: unknown) => void failures.push(error);
  await run({
    fail,
    async attempt(step) {
      try {
        return await step;
      } catch (error) {
        fail(error);
        return undefined;
      }
    },
  });
  if (failures.length > 0) throw new AggregateError(failures, message);
}
