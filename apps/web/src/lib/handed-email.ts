/** Data for another screen that must not be in the address, which histories and logs keep. */
export type HandedOn = { readonly email: string };

/** Returns the email that the fan had typed on the screen before; empty without one. */
export function handedEmail(): string {
  const { email } = (history.state ?? {}) as Partial<HandedOn>;
  return typeof email === 'string' ? email : '';
}
