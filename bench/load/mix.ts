/** What calls there are among those that are made, each with its share; the shares need not add up to one. */
export type Mix = Readonly<Record<string, number>>;

/**
 * Makes what picks the next call of a mix, each as often as its share says and in no order.
 *
 * @param random numbers from 0 to below 1.
 */
export function picker(mix: Mix, random: () => number = Math.random): () => string {
  const calls = Object.entries(mix).filter(([, share]) => share > 0);
  const [last] = calls.at(-1) ?? [];
  if (last === undefined) throw new Error('A mix has at least one call with a share above zero');
  const whole = calls.reduce((sum, [, share]) => sum + share, 0);
  return () => {
    let left = random() * whole;
    for (const [call, share] of calls) {
      left -= share;
      if (left < 0) return call;
    }
    return last;
  };
}
