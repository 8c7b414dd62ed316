import { verifyBox, verifyContinuation, verifyPacket, verifyRaffle } from '@lightstick/chance';
import { answerFromWorker } from '#/lib/run-in-worker.ts';
import type { ProofToVerify } from './use-proof.ts';

/** Recomputes one proof off the main thread and posts its steps: a hundred thousand openings take seconds. */
answerFromWorker(verify);

async function verify({ proof, former }: ProofToVerify) {
  if (proof.kind === 'packet') return verifyPacket(proof);
  if (proof.kind === 'box') {
    return [...verifyBox(proof), ...(former?.kind === 'box' ? [verifyContinuation(former, proof)] : [])];
  }
  const isSigned = proof.beacon.kind === 'drand' && proof.beacon.signature !== null;
  const drand = isSigned ? await import('@lightstick/chance/drand') : undefined;
  return verifyRaffle(proof, drand?.verifyRound);
}
