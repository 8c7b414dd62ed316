import { hash, randomBytes } from 'node:crypto';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a text is a UUID of any version in its usual spelling. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

const clientKeyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Returns whether a text is a UUID that a client may name a request by: of the RFC's variant and versions 1 to 7. The
 * others are the server's, so that a fan cannot use up in advance the key of a posting that the server makes later.
 */
export function isClientKey(text: string): boolean {
  return clientKeyPattern.test(text);
}

/** Makes a UUID of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then random. */
export function uuidV7(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Derives another UUID for a part of what a UUID names, always the same one. It keeps the first 48 bits and the
 * version, so that both have the same time. Its variant is one that no client's key has.
 */
export function derivedUuid(uuid: string, part: string): string {
  const own = hash('sha256', `${uuid.toLowerCase()} ${part}`, 'hex');
  return `${uuid.slice(0, 15)}${own.slice(0, 3)}-c${own.slice(3, 6)}-${own.slice(6, 18)}`;
}

/** Derives a UUID of version 7 from a time and a name, always the same one, with a variant that no client's key has. */
export function namedUuid(at: Date, name: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const own = hash('sha256', name, 'hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${own.slice(0, 3)}-c${own.slice(3, 6)}-${own.slice(6, 18)}`;
}

/** Returns the Unix milliseconds of a UUID of version 7; undefined for other versions. */
export function uuidV7TimeMs(uuid: string): number | undefined {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined;
}
