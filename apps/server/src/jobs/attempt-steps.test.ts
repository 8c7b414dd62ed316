import { describe, expect, it } from 'vitest';
import { attemptSteps } from './attempt-steps.ts';

describe('the steps of a job', () => {
  it('are all attempted, and their failures are thrown together in the end', async () => {
    const answers: unknown[] = [];
    const [first, second] = [new Error('first'), new Error('second')];
    const failed = attemptSteps('Some steps failed', async ({ attempt, fail }) => {
      answers.push(await attempt(Promise.reject(first)));
      fail(second);
      answers.push(await attempt(Promise.resolve('done')));
    });
    await expect(failed).rejects.toMatchObject({ message: 'Some steps failed', errors: [first, second] });
    expect(answers).toEqual([undefined, 'done']);
  });

  it('throw nothing when all succeed', async () => {
    const attempted = attemptSteps('Some steps failed', async ({ attempt }) => {
      await attempt(Promise.resolve());
    });
    await expect(attempted).resolves.toBeUndefined();
  });

  it('end at once when the connection between them fails', async () => {
    const failure = new Error('no list');
    await expect(attemptSteps('Some steps failed', () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
