import type { Proof } from '@lightstick/chance';
import { type ReactNode, useState } from 'react';
import { pageBrand } from '#/lib/brand.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { BackIcon, NextIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { KeepProof, ProofLines, ProofPart, ProofStep, ProofVerdict, ProofWords } from '#/ui/proof/proof-parts.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { isAsPromised, keptPromises } from './kept-promises.ts';
import { OwnEntry, OwnOpenings, OwnShare } from './own-part.tsx';
import { promiseLines, stepLines } from './step-lines.ts';
import scriptUrl from '../../../../../../docs/verify-draw.py?url';
import { type ProofSubject, useProof, type VerifiedProof } from './use-proof.ts';

type ProofSheetProps = { subject: ProofSubject; onClose: () => void };

/** Shows a packet, box or draw, recomputed in this browser step by step. */
export function ProofSheet({ subject, onClose }: ProofSheetProps): ReactNode {
  const t = useText();
  const [epoch, setEpoch] = useState('activityId' in subject ? subject.epoch : undefined);
  const verified = useProof('activityId' in subject ? { ...subject, epoch } : subject);
  return (
    <Sheet title={t('proof.title')} subtitle={t('proof.subtitle')} onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-6">
          <Body verified={verified} onEpoch={setEpoch} />
          <Button size="large" variant="soft" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

type BodyProps = { verified: ReturnType<typeof useProof>; onEpoch: (epoch: number) => void };

function Body({ verified: { data, error, isFetching, refetch }, onEpoch }: BodyProps): ReactNode {
  const t = useText();
  if (data) return <Verified {...data} onEpoch={onEpoch} />;
  if (error) {
    return <LoadError text={t('proof.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <LoadingRegion className="space-y-4">
      <p className="text-small font-semibold text-mute">{t('proof.recomputing')}</p>
      <Skeleton className="h-20 rounded-tile" />
      <Skeleton className="h-80 rounded-tile" />
    </LoadingRegion>
  );
}

function Verified({ proof, steps, onEpoch }: VerifiedProof & { onEpoch: (epoch: number) => void }): ReactNode {
  const t = useText();
  return (
    <>
      <ProofVerdict steps={steps} isAsPromised={isAsPromised(keptPromises.of(subjectOf(proof)), proof) !== false} />
      {proof.kind === 'box' ? <Stretches epoch={proof.epoch} onEpoch={onEpoch} /> : null}
      <ProofPart title={t('proof.part.mine')}>
        <Own proof={proof} steps={steps} />
      </ProofPart>
      <ProofPart title={t('proof.part.promise')}>
        <ProofLines lines={promiseLines(proof, t)} />
      </ProofPart>
      <ProofPart title={t('proof.part.steps')}>
        <ol className="space-y-1">
          {steps.map((step, index) => (
            <ProofStep
              key={step.step}
              ok={step.ok}
              title={t(`proof.step.${step.step}`)}
              lines={stepLines(step, t)}
              index={index}
            />
          ))}
        </ol>
      </ProofPart>
      <Words proof={proof} />
      <KeepProof
        content={JSON.stringify(proof, null, 2)}
        fileName={fileNameOf(proof)}
        text={t('proof.keepText')}
        script={{ name: 'verify-draw.py', url: scriptUrl }}
      />
    </>
  );
}

type StretchesProps = { epoch: number; onEpoch: (epoch: number) => void };

/** A box gets a new seed now and then; each stretch has its own proof. */
function Stretches({ epoch, onEpoch }: StretchesProps): ReactNode {
  const t = useText();
  const [latest] = useState(epoch);
  if (latest === 1) return null;
  return (
    <div className="flex items-center justify-between gap-3">
      <Button
        variant="soft"
        disabled={epoch === 1}
        aria-label={t('proof.stretch.earlier')}
        onClick={() => onEpoch(epoch - 1)}
      >
        <BackIcon size={18} />
      </Button>
      <p className="num text-small font-bold">{t('proof.stretch', { epoch })}</p>
      <Button
        variant="soft"
        disabled={epoch === latest}
        aria-label={t('proof.stretch.later')}
        onClick={() => onEpoch(epoch + 1)}
      >
        <NextIcon size={18} />
      </Button>
    </div>
  );
}

function Own({ proof, steps }: VerifiedProof): ReactNode {
  if (proof.kind === 'packet') return <OwnShare proof={proof} />;
  if (proof.kind === 'box') return <OwnOpenings proof={proof} />;
  const winners = steps.find((step) => step.step === 'winners');
  return <OwnEntry proof={proof} prizesOf={winners?.detail.drawn?.map(({ prize }) => prize) ?? []} />;
}

/** Explains in plain words how it is computed, and what all of this does not show. */
function Words({ proof }: { proof: Proof }): ReactNode {
  const t = useText();
  const { algorithm, limits } = proofWords[proof.kind];
  const trust = proof.kind === 'raffle' && proof.beacon.kind === 'organiser' ? ['proof.limit.organiser' as const] : [];
  return (
    <ProofWords algorithm={algorithm.map((line) => t(line))} limits={[...trust, ...limits].map((line) => t(line))} />
  );
}

function fileNameOf(proof: Proof): string {
  const stretch = proof.kind === 'box' ? `-${proof.epoch}` : '';
  return `${pageBrand().file}-${proof.kind}-${subjectOf(proof)}${stretch}.json`;
}

function subjectOf(proof: Proof): string {
  return proof.kind === 'packet' ? proof.packetId : proof.activityId;
}

type TextsOfKind = {
  /** Lines that explain the computation. */
  readonly algorithm: readonly MessageId[];
  /** Lines that say what the proof does not show. */
  readonly limits: readonly MessageId[];
};

const stream = ['proof.how.stream', 'proof.how.below'] as const;

const proofWords: Readonly<Record<Proof['kind'], TextsOfKind>> = {
  packet: {
    algorithm: [
      'proof.how.packetSeed',
      ...stream,
      'proof.how.split',
      'proof.how.shuffle',
      'proof.how.grab',
      'proof.how.return',
    ],
    limits: ['proof.limit.seedChoice', 'proof.limit.speed', 'proof.limit.people'],
  },
  box: {
    algorithm: [
      'proof.how.boxSeed',
      'proof.how.ownSeed',
      'proof.how.number',
      ...stream,
      'proof.how.weights',
      'proof.how.rare',
      'proof.how.reveal',
    ],
    limits: ['proof.limit.seedChoice', 'proof.limit.order', 'proof.limit.people'],
  },
  raffle: {
    algorithm: [
      'proof.how.list',
      'proof.how.root',
      'proof.how.beacon',
      'proof.how.organiser',
      'proof.how.drawSeed',
      ...stream,
      'proof.how.pick',
      'proof.how.once',
      'proof.how.prizes',
    ],
    limits: ['proof.limit.entries', 'proof.limit.people'],
  },
};
