import type { StakingStep, StakingLine } from '@lightstick/chance';
import type { ReactNode } from 'react';
import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { pageBrand } from '#/lib/brand.ts';
import { formatNumber, groupDigits } from '#/lib/format/format-number.ts';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import {
  Mark,
  KeepProof,
  ProofLines,
  ProofPart,
  ProofStep,
  ProofVerdict,
  ProofWords,
} from '#/ui/proof/proof-parts.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { apiBaseUrl } from '#/lib/api/api-address.ts';
import { call, readAnswer } from '#/lib/api/call.ts';
import { TransportError } from '#/lib/api/api-error.ts';
import { runInWorker } from '#/lib/run-in-worker.ts';
import scriptUrl from '../../../../../../docs/verify-staking.py?url';
import type { SettledWeek } from '../staking-queries.ts';
import { useStakingTimes } from '../staking-facts.ts';
import type { WeekToVerify } from './week.worker.ts';

type WeekProofSheetProps = { week: SettledWeek; onClose: () => void };

/** Shows how the pool of a week was shared out, recomputed in this browser from the published list. */
export function WeekProofSheet({ week, onClose }: WeekProofSheetProps): ReactNode {
  const t = useText();
  const { day } = useStakingTimes();
  const { data, error, isFetching, refetch } = useWeekProof(week.periodId);
  return (
    <Sheet title={t('stakeProof.title', { day: day(week.periodId) })} subtitle={t('proof.subtitle')} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-6">
          {data ? <Verified week={data} /> : null}
          {error && !data ? (
            <LoadError
              text={t('stakeProof.error')}
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : null}
          {error || data ? null : (
            <LoadingRegion className="space-y-4">
              <p className="text-small font-semibold text-mute">{t('proof.recomputing')}</p>
              <Skeleton className="h-20 rounded-tile" />
              <Skeleton className="h-80 rounded-tile" />
            </LoadingRegion>
          )}
          <Button size="large" variant="soft" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

const algorithm = [
  'stakeProof.how.line',
  'stakeProof.how.order',
  'stakeProof.how.part',
  'stakeProof.how.rest',
  'stakeProof.how.hash',
] as const satisfies readonly MessageId[];
const limits = [
  'stakeProof.limit.weights',
  'stakeProof.limit.own',
  'stakeProof.limit.order',
  'proof.limit.people',
] as const satisfies readonly MessageId[];

function Verified({ week }: { week: VerifiedWeek }): ReactNode {
  const t = useText();
  const { period, steps, file } = week;
  return (
    <>
      <ProofVerdict steps={steps} isAsPromised />
      <ProofPart title={t('proof.part.mine')}>
        <OwnLine week={week} />
      </ProofPart>
      <ProofPart title={t('stakeProof.published')}>
        <ProofLines
          lines={[
            [t('stakeProof.value.settledAt'), formatExactTime(period.settledAt)],
            [t('stakeProof.value.pool'), t('points.count', { points: period.pool })],
            [t('stakeProof.value.hash'), period.hash],
          ]}
        />
        <List week={week} />
      </ProofPart>
      <ProofPart title={t('proof.part.steps')}>
        <ol className="space-y-1">
          {steps.map((step, index) => (
            <ProofStep
              key={step.step}
              ok={step.ok}
              title={t(`stakeProof.step.${step.step}`)}
              lines={stepLines(step, t)}
              index={index}
            />
          ))}
        </ol>
      </ProofPart>
      <ProofWords algorithm={algorithm.map((line) => t(line))} limits={limits.map((line) => t(line))} />
      <KeepProof
        content={file}
        fileName={`${pageBrand().file}-staking-${period.periodId}.txt`}
        text={t('stakeProof.keepText')}
        script={{ name: 'verify-staking.py', url: scriptUrl }}
      />
    </>
  );
}

/** Shows the fan's line as the server names it, found in the published list. */
function OwnLine({ week: { mine, lines } }: { week: VerifiedWeek }): ReactNode {
  const t = useText();
  const isFan = useAccountId() !== undefined;
  if (!mine) {
    return <p className="text-small text-mute">{t(isFan ? 'stakeProof.noLine' : 'stakeProof.signIn')}</p>;
  }
  const listed = lines[mine.line - 1];
  const isListed = String(listed?.weight) === mine.weight && listed?.share === BigInt(mine.share);
  return (
    <p className="num flex items-center gap-3 text-small font-semibold">
      <Mark ok={isListed} />
      <span className="min-w-0">
        {t(isListed ? 'stakeProof.ownLine' : 'stakeProof.ownMissing', { line: mine.line, points: mine.share })}
      </span>
    </p>
  );
}

/** Lines are shown one by one up to here; the file has them all. */
const mostShown = 10;

function List({ week: { lines, mine } }: { week: VerifiedWeek }): ReactNode {
  const t = useText();
  if (lines.length === 0) return <p className="mt-3 text-small text-mute">{t('stakeProof.noLines')}</p>;
  const places = Array.from({ length: Math.min(lines.length, mostShown) }, (_, place) => place);
  if (mine && mine.line > mostShown) places.push(mine.line - 1);
  return (
    <div className="mt-3 overflow-hidden rounded-tile bg-raise p-1.5">
      <table className="num w-full text-right text-caption">
        <thead className="text-mute">
          <tr>
            {(['line', 'weight', 'share'] as const).map((column) => (
              <th key={column} scope="col" className="px-2 py-1 font-semibold">
                {t(`stakeProof.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place} className={place + 1 === mine?.line ? 'action' : ''}>
              <td className="px-2 py-1">{formatNumber(place + 1)}</td>
              <td className="px-2 py-1 break-all">{formatWhole(lines[place]?.weight)}</td>
              <td className="px-2 py-1 font-bold">{formatWhole(lines[place]?.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > mostShown ? (
        <p className="px-2 py-1 text-right text-caption text-mute">
          {t('stakeProof.linesInAll', { count: lines.length })}
        </p>
      ) : null}
    </div>
  );
}

/** Formats exactly, also beyond what numbers carry. */
function formatWhole(value: bigint | string | undefined): string {
  return groupDigits(String(value ?? ''));
}

/** Returns what a step has compared. */
function stepLines(step: StakingStep, t: Translate): readonly (readonly [label: string, value: string])[] {
  switch (step.step) {
    case 'format':
      return [[t('proof.value.format'), step.detail.format]];
    case 'hash':
      return [
        [t('stakeProof.value.hash'), step.detail.hash],
        [t('proof.value.computed'), step.detail.computed],
      ];
    case 'period':
      return [
        [t('stakeProof.value.period'), step.detail.periodId],
        [t('stakeProof.value.pool'), formatWhole(step.detail.pool)],
        [t('stakeProof.value.lines'), formatNumber(step.detail.stakers)],
      ];
    case 'weights':
      return [
        [t('stakeProof.value.totalWeight'), formatWhole(step.detail.totalWeight)],
        [t('stakeProof.value.sum'), formatWhole(step.detail.sum)],
      ];
    case 'pool':
      return [
        [t('stakeProof.value.pool'), formatNumber(step.detail.pool)],
        [t('stakeProof.value.sum'), formatWhole(step.detail.sum)],
      ];
    case 'parts':
      return [
        [t('stakeProof.value.rest'), step.detail.rest === null ? '–' : formatNumber(step.detail.rest)],
        ...(step.detail.differsAt === null
          ? []
          : [[t('proof.value.differsAt'), formatNumber(step.detail.differsAt + 1)] as const]),
      ];
  }
}

const periodRoute = 'GET /task/api/v1/staking/period';
const filePath = '/task/api/v1/staking/periodFile';

type PublishedPeriod = DataOf<Contract[typeof periodRoute]>;

type VerifiedWeek = {
  /** The published file, byte for byte. */
  readonly file: Uint8Array<ArrayBuffer>;
  readonly period: PublishedPeriod['period'];
  /** The fan's own line as the server says it. */
  readonly mine: PublishedPeriod['mine'];
  readonly steps: readonly StakingStep[];
  readonly lines: readonly StakingLine[];
};

/** Fetches the published list of a week and recomputes it in this browser. */
function useWeekProof(periodId: string): UseQueryResult<VerifiedWeek> {
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

type VerifiedParts = Pick<VerifiedWeek, 'steps' | 'lines'>;

function verifyInWorker(week: WeekToVerify, signal: AbortSignal): Promise<VerifiedParts> {
  const worker = new Worker(new URL('./week.worker.ts', import.meta.url), { type: 'module' });
  return runInWorker(worker, week, signal);
}
