import { createHash } from 'node:crypto';

/** The name space of task claims: a random UUID, so that no other kind of name can give the same key. */
const nameSpace = Buffer.from('6f1d3c2ab85e4e0f9c7452d90e8ab316', 'hex');

/**
 * The ledger's idempotency key for the reward of a fan, a task and an occurrence: the same for ever, so that the ledger
 * too would refuse to pay twice. A name-based UUID on SHA-256 as in RFC 9562, appendix B.2 (version 8).
 */
export function claimKey(claim: { fanId: number; taskId: string; occurrence: string }): string {
  // JSON keeps the three parts apart whatever characters an operator uses in the id of a task.
  const name = JSON.stringify([claim.fanId, claim.taskId, claim.occurrence]);
  const bytes = createHash('sha256').update(nameSpace).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
