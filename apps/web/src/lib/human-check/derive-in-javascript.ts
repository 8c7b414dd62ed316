import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DeriveKeyFunction } from 'altcha-lib';

/**
 * PBKDF2 with SHA-256 for pages without WebCrypto: those on plain HTTP from another machine, as in a demo on a home
 * network. About ten times as slow.
 */
export const deriveInJavascript: DeriveKeyFunction = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`${algorithm} needs a page on https`);
  return { parameters: {}, derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};
