import { hostPresence } from '#/lib/host/host-presence.ts';

/** The host has signed the fan in, so it must know when the session that it holds is over. Does nothing in a browser. */
export async function logOffHost(): Promise<void> {
  if (!hostPresence()) return;
  try {
    const { theHost } = await import('#/lib/host/the-host.ts');
    await theHost()?.logOff();
  } catch (error) {
    console.warn('The host did not log off.', error);
  }
}
