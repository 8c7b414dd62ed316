import { type CommandEnvelope, type HostMethod, parseEnvelope, type RequestEnvelope } from '#/lib/host/envelope.ts';
import { type CommandName, commandEnvelope } from './commands.ts';
import type { Channel, HostedWindow } from './channel.ts';
import { emulate } from './emulate.ts';
import { deliveriesOf } from './deliveries.ts';
import type { HostKnowledge } from './host-knowledge.ts';
import { honest, type HostSettings } from './host-settings.ts';
import type { LogLine } from './log/message-log.ts';

export type HostSurroundings = {
  readonly settings: () => HostSettings;
  readonly knowledge: HostKnowledge;
  readonly log: (line: LogLine) => void;
  /** What the host does when the page asks it to do something. */
  readonly act: (request: RequestEnvelope) => void;
};

/** One page in the web view, from when it begins to load until the next one does. */
type Visit = {
  readonly channel: Channel;
  readonly requests: Map<HostMethod, number>;
  /** Commands that wait until the page listens. */
  waiting: CommandEnvelope[];
};

/** A host app as the page sees it: it answers requests, sends commands, and fails on demand. */
export function createSimulatedHost({ settings, knowledge, log, act }: HostSurroundings) {
  let visit: Visit | undefined;
  let commands = 0;

  function hear(message: unknown): RequestEnvelope | undefined {
    const envelope = parseEnvelope(message);
    const request = envelope?.kind === 'req' ? envelope : undefined;
    log({ direction: 'to host', kind: request ? 'req' : 'noise', name: request?.method, payload: message });
    if (request && visit) answer(request, visit);
    return request;
  }

  function answer(request: RequestEnvelope, asked: Visit): void {
    const { method } = request;
    const earlierRequests = asked.requests.get(method) ?? 0;
    asked.requests.set(method, earlierRequests + 1);
    const behaviour = settings().behaviours[method] ?? honest;
    const deliveries = deliveriesOf({ request, result: knowledge.resultOf(method), behaviour, earlierRequests });
    for (const delivery of deliveries) {
      setTimeout(() => {
        if (visit !== asked) return;
        log({ direction: 'to page', kind: 'res', name: method, payload: delivery.payload });
        asked.channel.answer(request, delivery);
      }, delivery.afterMs);
    }
    if (deliveries.length === 0) log({ direction: 'to page', kind: 'silence', name: method, payload: undefined });
    act(request);
    // The first message shows that the page listens: a legacy page has installed its callbacks by now.
    setTimeout(() => flush(asked));
  }

  function flush(asked: Visit): void {
    if (visit !== asked) return;
    asked.waiting = asked.waiting.filter((command) => {
      const isHeard = asked.channel.command(command);
      if (isHeard) log({ direction: 'to page', kind: 'cmd', name: command.command, payload: command });
      return !isHeard;
    });
  }

  return {
    /** Called by the page's first script, before that looks around. */
    install(frame: HostedWindow): void {
      visit?.channel.close?.();
      const chosen = settings();
      const cookies = knowledge.cookies();
      const channel = emulate(frame, chosen, { cookies, onMessage: hear });
      const asked: Visit = { channel, requests: new Map(), waiting: chosen.early.map(earlyCommand) };
      visit = asked;
      log({ direction: 'to page', kind: 'load', name: frame.location.pathname, payload: { cookies } });
      setTimeout(() => flush(asked));
    },
    /** Gives a command; a second one with the same id is one that a page must drop. */
    command(command: CommandName, value = '', id = nextId()): string {
      visit?.waiting.push(commandEnvelope(id, command, value));
      if (visit) flush(visit);
      return id;
    },
  };

  function nextId(): string {
    commands += 1;
    return `host-${commands}`;
  }

  function earlyCommand({ command, value }: HostSettings['early'][number]): CommandEnvelope {
    return commandEnvelope(nextId(), command, value);
  }
}
