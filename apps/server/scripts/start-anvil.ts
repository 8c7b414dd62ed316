import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const anvil = createRequire(import.meta.resolve('@foundry-rs/anvil/package.json'));
/** The program itself: the script of the package would start it as a child that outlives it. */
const program = anvil.resolve(
  `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil`,
);

/** The first account that anvil gives coins to. Everybody knows its key. */
export const richKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** Starts a chain of our own. Its address is there once it listens. */
export function startAnvil(options: readonly string[]): {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
} {
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, url: addressOf(child.stdout) };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /Listening on (\S+)/.exec(line)?.[1];
    if (!address) continue;
    // Its later output is dropped, or it would wait for a reader.
    output.resume();
    return `http://${address}`;
  }
  throw new Error('The chain ended before it listened');
}
