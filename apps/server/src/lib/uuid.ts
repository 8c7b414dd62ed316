import { hash, randomBytes } from 'node:crypto';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version in its usual spelling. */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

/** A UUID of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then random. */
export function uuidV7(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Another UUID for a part of what a UUID names, always the same one. It keeps the first 48 bits and the version, so that both
 * have the same time.
 */
export function derivedUuid(uuid: string, part: string): string {
  const own = hash('sha256', `${uuid.toLowerCase()} ${part}`, 'hex');
  return `${uuid.slice(0, 15)}${own.slice(0, 3)}-8${own.slice(3, 6)}-${own.slice(6, 18)}`;
}

/** The Unix milliseconds of a UUID of version 7; undefined for other versions. */
export function uuidV7TimeMs(uuid: string): number | undefined {
  return uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) : undefined;
}
