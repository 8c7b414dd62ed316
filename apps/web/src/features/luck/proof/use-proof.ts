import type { BoxStep, PacketStep, Proof, RaffleStep } from '@lightstick/chance';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { runInWorker } from '#/lib/run-in-worker.ts';

export type ProofStep = PacketStep | BoxStep | RaffleStep;

/** A packet, or a campaign with a stretch of its openings; the latest one by default. */
export type ProofSubject =
  | { readonly packetId: string }
  | { readonly activityId: string; readonly epoch?: number | undefined };

export type VerifiedProof = { readonly proof: Proof; readonly steps: readonly ProofStep[] };

/** A proof, and for later stretches of openings the previous one, whose end must be its start. */
export type ProofToVerify = { readonly proof: Proof; readonly former: Proof | undefined };

const proofRoute = 'GET /activity/api/v1/packet/getProof';

/** Fetches a proof and recomputes it in this browser. */
export function useProof(subject: ProofSubject): UseQueryResult<VerifiedProof> {
  return useQuery({
    queryKey: [...queryKeys.luck, 'proof', subject],
    queryFn: async ({ signal }) => {
      const proof = await call(proofRoute, { query: subject }, { signal });
      const isLater = proof.kind === 'box' && proof.epoch > 1;
      const before = isLater && { activityId: proof.activityId, epoch: proof.epoch - 1 };
      const former = before ? await call(proofRoute, { query: before }, { signal }) : undefined;
      return { proof, steps: await verifyInWorker({ proof, former }, signal) };
    },
    // A secret value may be revealed a moment later.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isRevealDue(data.proof, serverNowMs()) ? askAgainMs : false),
    meta: { shownInPlace: true },
  });
}

/** The time for which the server keeps a proof that it has read. */
const askAgainMs = 5000;

/** Tells whether what is still secret in a proof will be revealed within moments. */
export function isRevealDue(proof: Proof, nowMs: number): boolean {
  if (proof.kind === 'packet') return proof.seed === null && proof.grabbed === proof.shares;
  if (proof.kind === 'raffle') return proof.drawnAt === null && Date.parse(proof.document.closesAt) <= nowMs;
  const left = proof.leftAtStart.reduce((sum, count) => sum + count, 0) - proof.openings.length;
  return proof.seed === null && (left === 0 || Date.parse(proof.document.closesAt) <= nowMs);
}

function verifyInWorker(proof: ProofToVerify, signal: AbortSignal): Promise<readonly ProofStep[]> {
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
  return runInWorker(worker, proof, signal);
}
