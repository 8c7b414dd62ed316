import type { FastifyInstance } from 'fastify';
import { type Clock, machineClock } from '#/lib/clock.ts';
import { createTurnableClock } from './turnable-clock.ts';

/** What the parent process asks of the time, each answered by its id. */
type Turn = { readonly id: number } & (
  | { readonly turn: 'pass' | 'advance'; readonly ms: number }
  | { readonly turn: 'step' | 'forget' }
);

/**
 * A time that goes on with the machine's, and that the parent process turns by messages: `pass` lets time pass at once and
 * runs every ticker, `advance` runs all that falls due on the way, `step` every ticker, and `forget` ages what is cached.
 */
export function takeTimeFromParent(): Clock {
  const { clock, time } = createTurnableClock(machineClock);

  async function turn(asked: Turn): Promise<void> {
    if (asked.turn === 'advance') return time.advance(asked.ms);
    if (asked.turn === 'forget') return time.forget();
    if (asked.turn === 'pass') await time.set(new Date(clock.now().getTime() + asked.ms));
    return time.step();
  }

  process.on('message', (asked: Turn) => {
    const answer = (error?: string) => process.send?.({ id: asked.id, error });
    turn(asked).then(
      () => answer(),
      (error: unknown) => answer(String(error)),
    );
  });
  return clock;
}

/** Dates answers by the turned time, which browsers take for the server's. Node dates them by the machine's. */
export function dateAnswers(server: FastifyInstance, clock: Clock): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('date', clock.now().toUTCString());
    done();
  });
}
