import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

type ListeningSocket = {
  readonly port: number;
  /** For the `stdio` of a program that inherits it. */
  readonly descriptor: number;
  /** Closes it here, once the program has it; before that, a connection would be accepted here. */
  close(): void;
};

/** Listens at a port of the system's choice for a program that is about to start: nobody can take the port before it. */
export async function openListeningSocket(): Promise<ListeningSocket> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Node has no other way to a socket's descriptor.
  const { fd: descriptor } = (server as unknown as { readonly _handle: { readonly fd: number } })._handle;
  return { port: (server.address() as AddressInfo).port, descriptor, close: () => void server.close() };
}
