/** What a link to another screen takes along beside the address, which histories and logs would keep. */
export type HandedOn = { readonly email: string };

/** The email that the fan had typed on the screen before; empty without one. */
export function handedEmail(): string {
  const { email } = (history.state ?? {}) as Partial<HandedOn>;
  return typeof email === 'string' ? email : '';
}
