import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { quicknet } from './quicknet.ts';

const { shortSignatures } = bls12_381;
const publicKey = hexToBytes(quicknet.publicKey);
const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * Returns whether drand signed a round of quicknet with this signature (scheme bls-unchained-g1-rfc9380). Takes some 30
 * ms.
 * @param signature 48 bytes in hexadecimal; anything else is no signature
 */
export function verifyRound(round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !/^[0-9a-f]{96}$/.test(signature)) return false;
  const point = pointOf(hexToBytes(signature));
  if (point === undefined) return false;
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  return shortSignatures.verify(point, shortSignatures.hash(sha256(number), domain), publicKey);
}

/** Parses a point. The library throws for bytes that are no point of the group of signatures. */
function pointOf(bytes: Uint8Array) {
  try {
    return shortSignatures.Signature.fromBytes(bytes);
  } catch {
    return undefined;
  }
}
