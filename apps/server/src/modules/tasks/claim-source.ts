import type { ServerKeys } from '#/server-keys.ts';
import { networkOf } from '#/network-of.ts';
import type { ClaimTerms, Counted } from './claim-limits.store.ts';

/** From where a claim came, as far as the server is told. */
export type ClaimSource = {
  /** `X-Deviceid`, which nobody has to send and anybody can make up. */
  readonly deviceId: string | undefined;
  readonly address: string;
};

/** What is the fan's own, in the order in which it is counted, and what they share with many. */
export type Subjects = {
  readonly own: readonly Counted[];
  readonly network: Counted;
  readonly taskFromNetwork: Counted;
};

/**
 * What a claim is counted by: the fan, the device and the network (IPv4 /32, IPv6 /64), each with its limit of a day, and
 * this task on the device and from the network, to see how many accounts claim it.
 * Subjects are keyed hashes, so that what is stored leads to nobody.
 *
 * @param rateLimitFactor multiplies what a network may have: load tests come from one.
 */
export function countedBy(
  keys: ServerKeys,
  terms: ClaimTerms,
  claim: ClaimSource & { fanId: number; taskId: string; occurrence: string; rateLimitFactor: number },
): Subjects {
  const { fanId, taskId, occurrence, deviceId } = claim;
  const network = networkOf(claim.address);
  // JSON keeps the parts apart whatever characters are in them.
  const subjectHash = (...parts: readonly (string | number)[]) => keys.keyedHash('claim-source', JSON.stringify(parts));
  const mostFromNetwork = terms.mostFromNetwork * claim.rateLimitFactor;
  return {
    own: [
      { kind: 'fan', subjectHash: subjectHash(fanId), most: terms.mostOfFan },
      ...(deviceId === undefined
        ? []
        : [
            { kind: 'device', subjectHash: subjectHash(deviceId), most: terms.mostOnDevice } as const,
            { kind: 'taskOnDevice', subjectHash: subjectHash(deviceId, taskId, occurrence), most: null } as const,
          ]),
    ],
    network: { kind: 'network', subjectHash: subjectHash(network), most: Math.min(mostFromNetwork, mostCountable) },
    taskFromNetwork: { kind: 'taskFromNetwork', subjectHash: subjectHash(network, taskId, occurrence), most: null },
  };
}

/** What the column holds. */
const mostCountable = 2 ** 31 - 1;
