import type { Proof } from '@lightstick/chance';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { saveFile, shareAbilities, shareFile } from '#/lib/share-file.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { ClockIcon, SaveIcon } from '#/ui/icons/more-icons.tsx';
import { BackIcon, CheckIcon, CloseIcon, NextIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { isAsPromised, keptPromises } from './kept-promises.ts';
import { Mark } from './mark.tsx';
import { OwnEntry, OwnOpenings, OwnShare } from './own-part.tsx';
import { proofWords } from './proof-words.ts';
import { promiseLines, stepLines } from './step-lines.ts';
import scriptUrl from '../../../../../../docs/verify-draw.py?url';
import { type ProofStep, type ProofSubject, useProof, type VerifiedProof } from './use-proof.ts';

type ProofSheetProps = { subject: ProofSubject; onClose: () => void };

/** A packet, box or draw, recomputed in this browser step by step. */
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
      <Verdict steps={steps} isAsPromised={isAsPromised(keptPromises.of(subjectOf(proof)), proof) !== false} />
      {proof.kind === 'box' ? <Stretches epoch={proof.epoch} onEpoch={onEpoch} /> : null}
      <Part title={t('proof.part.mine')}>
        <Own proof={proof} steps={steps} />
      </Part>
      <Part title={t('proof.part.promise')}>
        <Lines lines={promiseLines(proof, t)} />
      </Part>
      <Part title={t('proof.part.steps')}>
        <ol className="space-y-1">
          {steps.map((step, index) => (
            <Step key={step.step} step={step} index={index} />
          ))}
        </ol>
      </Part>
      <Words proof={proof} />
      <Keep proof={proof} />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-body font-bold">{title}</h3>
      {children}
    </section>
  );
}

const bad = { look: 'bg-brand-soft text-brand', sign: 'bg-brand', icon: CloseIcon };
const verdicts = {
  whole: {
    look: 'bg-ok-soft text-ok',
    sign: 'bg-ok',
    icon: CheckIcon,
    title: 'proof.verdict.whole',
    text: 'proof.verdict.wholeText',
  },
  soFar: {
    look: 'bg-warn-soft text-warn',
    sign: 'bg-warn',
    icon: ClockIcon,
    title: 'proof.verdict.soFar',
    text: 'proof.verdict.soFarText',
  },
  broken: { ...bad, title: 'proof.verdict.broken', text: 'proof.verdict.brokenText' },
  otherPromise: { ...bad, title: 'proof.verdict.otherPromise', text: 'proof.verdict.otherPromiseText' },
} as const;

type VerdictProps = { steps: readonly ProofStep[]; isAsPromised: boolean };

/** The sum of all steps, and whether they are about what this browser was promised. */
function Verdict({ steps, isAsPromised: isPromised }: VerdictProps): ReactNode {
  const t = useText();
  const isBroken = steps.some(({ ok }) => ok === false);
  const done = steps.filter(({ ok }) => ok === true).length;
  const isWhole = done === steps.length;
  const soundVerdict = isWhole ? 'whole' : 'soFar';
  const kind = isBroken ? 'broken' : isPromised ? soundVerdict : 'otherPromise';
  const { look, icon: Icon, sign, title, text } = verdicts[kind];
  return (
    <div role="status" className={`enter flex items-center gap-4 rounded-tile p-4 ${look}`}>
      <span className={`grid size-12 shrink-0 place-content-center rounded-full text-surface ${sign}`}>
        <Icon size={26} />
      </span>
      <div className="min-w-0">
        <p className="text-title font-extrabold text-balance">{t(title)}</p>
        <p className="num text-small font-semibold text-pretty">{t(text, { done, count: steps.length })}</p>
        {isBroken || !isPromised ? (
          <Link href="/about-us" className="inline-flex min-h-11 items-center text-small font-bold underline">
            {t('proof.contact')}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

type StretchesProps = { epoch: number; onEpoch: (epoch: number) => void };

/** A box gets a new seed now and then; each stretch is a proof of its own. */
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

function Lines({ lines }: { lines: ReturnType<typeof stepLines> }): ReactNode {
  return (
    <dl className="num space-y-2 rounded-tile bg-raise p-3.5 text-caption">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="font-semibold text-mute">{label}</dt>
          {/* Only what has no spaces may break anywhere. */}
          <dd className={`text-small ${value.includes(' ') ? '' : 'break-all'}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One step with its mark; the compared values are one tap away. */
function Step({ step, index }: { step: ProofStep; index: number }): ReactNode {
  const t = useText();
  return (
    <li className="enter" style={{ animationDelay: `${index * 90}ms` }}>
      <details>
        <summary className="flex min-h-11 items-center gap-3 text-small font-semibold">
          <Mark ok={step.ok} />
          <span className="min-w-0 flex-1">{t(`proof.step.${step.step}`)}</span>
          <NextIcon size={16} className="text-mute" />
        </summary>
        <div className="pb-3">
          <Lines lines={stepLines(step, t)} />
        </div>
      </details>
    </li>
  );
}

/** How it is computed, in plain words, and what all of this does not show. */
function Words({ proof }: { proof: Proof }): ReactNode {
  const t = useText();
  const { algorithm, limits } = proofWords[proof.kind];
  const trust = proof.kind === 'raffle' && proof.beacon.kind === 'organiser' ? ['proof.limit.organiser' as const] : [];
  return (
    <>
      <Part title={t('proof.part.how')}>
        <ol className="space-y-2 rounded-tile bg-raise p-4 text-small">
          {algorithm.map((line, index) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="num w-5 shrink-0 text-right font-bold text-mute">
                {formatNumber(index + 1)}
              </span>
              <span className="min-w-0 text-pretty">{t(line)}</span>
            </li>
          ))}
        </ol>
      </Part>
      <Part title={t('proof.part.limits')}>
        <ul className="space-y-2 text-small text-pretty text-mute">
          {[...trust, ...limits].map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true">·</span>
              <span>{t(line)}</span>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

/** The proof as a file, and how to recompute it without any of our code. */
function Keep({ proof }: { proof: Proof }): ReactNode {
  const t = useText();
  const [file] = useState(() => proofFile(proof));
  const { canShare, canSave } = shareAbilities(file);
  const keep = async () => {
    if (canSave) saveFile(file);
    else if (!(await shareFile(file))) showToast({ kind: 'warning', title: t('card.shareFailed') });
  };
  const command = `python3 verify-draw.py ${file.name}`;
  return (
    <Part title={t('proof.part.keep')}>
      <p className="text-small text-pretty text-mute">{t('proof.keepText')}</p>
      <code className="num mt-3 block rounded-tile bg-raise p-3.5 text-caption break-all">{command}</code>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        {canShare || canSave ? (
          <Button variant="soft" onClick={() => void keep()}>
            <SaveIcon size={18} />
            {t('receipt.file')}
          </Button>
        ) : null}
        <a href={scriptUrl} download="verify-draw.py" className={buttonStyle('soft')}>
          <SaveIcon size={18} />
          verify-draw.py
        </a>
        <CopyButton text={command} label={t('proof.copyCommand')} />
      </div>
    </Part>
  );
}

/** As the server sent it. */
function proofFile(proof: Proof): File {
  const stretch = proof.kind === 'box' ? `-${proof.epoch}` : '';
  const type = 'application/json';
  return new File([JSON.stringify(proof, null, 2)], `lightstick-${proof.kind}-${subjectOf(proof)}${stretch}.json`, {
    type,
  });
}

function subjectOf(proof: Proof): string {
  return proof.kind === 'packet' ? proof.packetId : proof.activityId;
}
