import type { Command } from '@commander-js/extra-typings';
import * as z from 'zod';
import { variables } from '#/config/variables.ts';
import { answer, refuse } from './terminal.ts';

/** Longer than the server waits for one of its conditions. */
const patienceMs = 4_000;

const readyAnswer = z.object({ status: z.string(), failing: z.array(z.string()) });

/** Asks the server of this machine, as the health check of the image does. It needs no other setting than HOST and PORT. */
export function defineHealth(command: Command): void {
  command
    .addHelpText(
      'after',
      '\nExit codes: 0 the server is ready, or serves reads of a held platform; 1 it is not, or does not answer.',
    )
    .action(async () => {
      const address = addressFrom(process.env);
      const found = await ask(`${address}/readyz`);
      if (found.status === 'ready') return answer(found, `The server at ${address} is ready.`);
      if (found.status === 'held') {
        return answer(found, `The server at ${address} is ready, and the platform is held: it serves reads alone.`);
      }
      refuse(found, [`The server at ${address} is not ready: ${found.failing.join(', ')}.`]);
    });
}

async function ask(url: string): Promise<z.output<typeof readyAnswer>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    return readyAnswer.parse(await response.json());
  } catch {
    return { status: 'not ready', failing: ['no answer'] };
  }
}

function addressFrom({ HOST, PORT }: NodeJS.ProcessEnv): string {
  const host = variables.HOST.schema.parse(HOST || undefined);
  const port = variables.PORT.schema.parse(PORT || undefined);
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}
