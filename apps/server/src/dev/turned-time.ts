import type { FastifyInstance } from 'fastify';
import { type Clock, machineClock } from '#/lib/clock.ts';
import { createTurnableClock } from './turnable-clock.ts';

/** The parent process lets time pass, and is answered by the id. */
type TimeTurn = { readonly id: number; readonly passMs: number };

/**
 * Returns a clock that goes on with the machine's. By messages the parent process lets more time pass at once; every ticker
 * runs then.
 */
export function takeTimeFromParent(): Clock {
  const { clock, time } = createTurnableClock(machineClock);

  async function pass(ms: number): Promise<void> {
    await time.set(new Date(clock.now().getTime() + ms));
    await time.step();
  }

  process.on('message', ({ id, passMs }: TimeTurn) => {
    const answer = (error?: string) => process.send?.({ id, error });
    pass(passMs).then(
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
