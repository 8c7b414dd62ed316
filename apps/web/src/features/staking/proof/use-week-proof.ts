import type { Contract, DataOf } from '@lightstick/contract';
import type { StakingLine, StakingStep } from '@lightstick/chance';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { call, readAnswer } from '#/lib/api/call.ts';
import { TransportError } from '#/lib/api/api-error.ts';
import { runInWorker } from '#/lib/run-in-worker.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { WeekToVerify } from './week.worker.ts';

const periodRoute = 'GET /task/api/v1/staking/period';
const filePath = '/task/api/v1/staking/periodFile';

type PublishedPeriod = DataOf<Contract[typeof periodRoute]>;

export type VerifiedWeek = {
  /** As it was published, byte for byte. */
  readonly file: Uint8Array<ArrayBuffer>;
  readonly period: PublishedPeriod['period'];
  /** The fan's own line by what the server says. */
  readonly mine: PublishedPeriod['mine'];
  readonly steps: readonly StakingStep[];
  readonly lines: readonly StakingLine[];
};

/** Fetches what was published of a week and recomputes it in this browser. */
export function useWeekProof(periodId: string): UseQueryResult<VerifiedWeek> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: ['staking', 'proof', accountId, periodId],
    queryFn: async ({ signal }) => {
      const [{ period, mine }, file] = await Promise.all([
        call(periodRoute, { query: { periodId, pageNum: 1, pageSize: 1 } }, { signal }),
        fetchFile(periodId, signal),
      ]);
      return { file, period, mine, ...(await verifyInWorker({ period, file }, signal)) };
    },
    // Published once, and never changed.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { shownInPlace: true },
  });
}

/** The file has no envelope, and its bytes are what is hashed. */
async function fetchFile(periodId: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${apiBaseUrl}${filePath}?periodId=${encodeURIComponent(periodId)}`, { signal }).catch(
    (cause: unknown) => {
      throw signal.aborted ? cause : new TransportError('network', filePath, { cause });
    },
  );
  const { status, headers } = response;
  if (!response.ok) readAnswer(filePath, await response.text(), { status, requestId: headers.get('x-request-id') });
  return new Uint8Array(await response.arrayBuffer());
}

type Verified = Pick<VerifiedWeek, 'steps' | 'lines'>;

function verifyInWorker(week: WeekToVerify, signal: AbortSignal): Promise<Verified> {
  const worker = new Worker(new URL('./week.worker.ts', import.meta.url), { type: 'module' });
  return runInWorker(worker, week, signal);
}
