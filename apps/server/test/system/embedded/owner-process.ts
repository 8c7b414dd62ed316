import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type OwnerProcess = {
  readonly pid: number;
  /** The lines it has written, one for each row that was answered once it writes rows. */
  readonly lines: readonly string[];
  /** Settles with the first line, the server's process id, or fails with what the process said instead. */
  readonly ready: Promise<number>;
  /** Ends it as a crash does and waits until it is gone. */
  kill(): Promise<void>;
};

const script = fileURLToPath(new URL('./own-a-server.ts', import.meta.url));

/** Starts another process that owns the embedded server of `dataDir`, and writes rows into it when told to. */
export function startOwnerProcess(dataDir: string, task: 'wait' | 'write', program: string = script): OwnerProcess {
  const child = spawn(process.execPath, [program, dataDir, task], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const gone = new Promise<void>((settle) => child.once('exit', () => settle()));
  const ready = firstLine(child, lines);
  // The parent kills it on purpose before it is ready; the reason of the failure does not matter.
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    lines,
    ready,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function firstLine(child: ChildProcess & { stdout: unknown; stderr: unknown }, lines: string[]): Promise<number> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((settle, fail) => {
    if (child.stdout === null) throw new Error('the process has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      settle(Number(line));
    });
    child.once('close', () => fail(new Error(`the owner ended: ${errors}`)));
  });
}
