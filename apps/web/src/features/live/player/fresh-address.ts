const tokenPart = /(\/live\/v1\/)[^/]+(?=\/)/;

/** The address of a part of the picture with the token of `current`; an address without one stays as it is. */
export function freshAddress(address: string, current: string): string {
  const [token] = tokenPart.exec(current) ?? [];
  return token === undefined ? address : address.replace(tokenPart, () => token);
}
