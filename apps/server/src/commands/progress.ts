/** Shows how far long work is: on a terminal a line that says what is left, elsewhere a line each tenth. */
export function createProgress() {
  const { stderr } = process;
  let told = 0;
  return {
    /** @param share how much is done, from 0 to 1 */
    show(doing: string, share: number): void {
      const percent = Math.min(99, Math.floor(share * 100));
      if (stderr.isTTY) stderr.write(`\r${String(percent).padStart(3)} %  ${doing.slice(0, 60).padEnd(60)}`);
      else if (percent >= told + 10) {
        told = percent - (percent % 10);
        stderr.write(`${told} %\n`);
      }
    },
    end(): void {
      if (stderr.isTTY) stderr.write(`\r${' '.repeat(67)}\r`);
    },
  };
}

export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
