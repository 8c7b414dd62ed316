import type { CommandEnvelope } from './envelope.ts';
import type { HostCommand } from './payloads.ts';
import { recentIds } from './recent-ids.ts';

const rememberedIds = 200;
const mostEarlyCommands = 50;

type Listener = (command: HostCommand) => void;

/** Passes each command on once, in order; those that come before anybody listens wait, as many as a sane host sends. */
export function commandQueue(): { take: (envelope: CommandEnvelope) => void; onCommand: (listener: Listener) => void } {
  const ids = recentIds(rememberedIds);
  const early: HostCommand[] = [];
  let listen: Listener = (command) => {
    if (early.length < mostEarlyCommands) early.push(command);
  };
  return {
    take: (envelope) => {
      if (ids.isNew(envelope.id)) listen(envelope);
    },
    onCommand: (listener) => {
      listen = listener;
      for (const command of early.splice(0)) listener(command);
    },
  };
}
