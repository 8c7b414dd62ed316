import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromAudience, ToAudience } from './messages.ts';

export type Heard = FromAudience & { readonly kind: 'heard' };

/** Listeners to the live ranking, in a separate process. */
export type Audience = AsyncDisposable & {
  /** Opens connections until there are as many. Each has heard the ranking once when this resolves. */
  fill(listeners: number): Promise<void>;
  /** Waits until every listener has received this total of votes. */
  hear(totalVotes: number): Promise<Heard>;
};

const patienceMs = 60_000;

/** @param path of the stream. */
export function startAudience({ port, path }: { readonly port: number; readonly path: string }): Audience {
  const child = fork(fileURLToPath(new URL('./audience-process.ts', import.meta.url)));
  const left = once(child, 'exit');

  async function ask<Kind extends FromAudience['kind']>(
    question: ToAudience,
    kind: Kind,
  ): Promise<FromAudience & { kind: Kind }> {
    const { promise, resolve, reject } = Promise.withResolvers<FromAudience & { kind: Kind }>();
    const onMessage = (message: FromAudience) => {
      if (message.kind === 'failed') reject(new Error(message.why));
      else if (message.kind === kind) resolve(message as FromAudience & { kind: Kind });
    };
    const onExit = () => reject(new Error('The audience has left'));
    const timer = setTimeout(() => {
      reject(new Error(`After ${patienceMs / 1000} s the audience had not heard what it should: ${kind}`));
    }, patienceMs);
    child.on('message', onMessage).once('exit', onExit);
    child.send(question);
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
    });
  }

  return {
    async fill(listeners) {
      await ask({ kind: 'come', port, path, listeners }, 'seated');
    },
    hear: (totalVotes) => ask({ kind: 'await', totalVotes }, 'heard'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await left;
    },
  };
}
