import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract, DataOf, Envelope } from '../../packages/contract/src/index.ts';

const path = '/activity/api/v1/packet/getProof';

type Proof = DataOf<Contract[`GET ${typeof path}`]>;

const pollMs = 200;

/** Reads the proof of a packet or campaign, for as long as the server answers that it is not ready yet. */
export async function readProof<Kind extends Proof['kind']>(
  address: string,
  subject: Readonly<Record<string, string>>,
  kind: Kind,
  isReady: (proof: Extract<Proof, { kind: Kind }>) => boolean,
): Promise<Extract<Proof, { kind: Kind }>> {
  for (;;) {
    const reply = await fetch(`${address}${path}?${new URLSearchParams(subject).toString()}`);
    const { data } = (await reply.json()) as Envelope<Proof>;
    if (data?.kind !== kind) throw new Error(`${JSON.stringify(subject)} has no proof of the kind ${kind}`);
    const proof = data as Extract<Proof, { kind: Kind }>;
    if (isReady(proof)) return proof;
    await sleep(pollMs);
  }
}
