import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { FileButton } from '#/ui/file-button.tsx';
import { ClockIcon, SaveIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, CloseIcon, NextIcon } from '#/ui/icons/shell-icons.tsx';

/** Whether a step holds; `notYet`: what it needs is not published yet. */
type Holds = boolean | 'notYet';

export function ProofPart({ title, children }: { title: string; children: ReactNode }): ReactNode {
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

type ProofVerdictProps = {
  steps: readonly { readonly ok: Holds }[];
  /** False if this browser was promised something else. */
  isAsPromised: boolean;
};

/** Shows the sum of all steps, and whether they are about what this browser was promised. */
export function ProofVerdict({ steps, isAsPromised }: ProofVerdictProps): ReactNode {
  const t = useText();
  const isBroken = steps.some(({ ok }) => ok === false);
  const done = steps.filter(({ ok }) => ok === true).length;
  const soundVerdict = done === steps.length ? 'whole' : 'soFar';
  const kind = isBroken ? 'broken' : isAsPromised ? soundVerdict : 'otherPromise';
  const { look, icon: Icon, sign, title, text } = verdicts[kind];
  return (
    <div role="status" className={`enter flex items-center gap-4 rounded-tile p-4 ${look}`}>
      <span className={`grid size-12 shrink-0 place-content-center rounded-full text-surface ${sign}`}>
        <Icon size={26} />
      </span>
      <div className="min-w-0">
        <p className="text-title font-extrabold text-balance">{t(title)}</p>
        <p className="num text-small font-semibold text-pretty">{t(text, { done, count: steps.length })}</p>
        {isBroken || !isAsPromised ? (
          <Link href="/about-us" className="inline-flex min-h-11 items-center text-small font-bold underline">
            {t('proof.contact')}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

type LabelledValues = readonly (readonly [label: string, value: string])[];

export function ProofLines({ lines }: { lines: LabelledValues }): ReactNode {
  return (
    <dl className="num space-y-2 rounded-tile bg-raise p-3.5 text-caption">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="font-semibold text-mute">{label}</dt>
          {/* Only text without spaces may break anywhere. */}
          <dd className={`text-small ${value.includes(' ') ? '' : 'break-all'}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ProofStepProps = { ok: Holds; title: string; lines: LabelledValues; index: number };

/** Shows one step with its mark; the compared values are one tap away. */
export function ProofStep({ ok, title, lines, index }: ProofStepProps): ReactNode {
  return (
    <li className="enter" style={{ animationDelay: `${index * 90}ms` }}>
      <details>
        <summary className="flex min-h-11 items-center gap-3 text-small font-semibold">
          <Mark ok={ok} />
          <span className="min-w-0 flex-1">{title}</span>
          <NextIcon size={16} className="text-mute" />
        </summary>
        <div className="pb-3">
          <ProofLines lines={lines} />
        </div>
      </details>
    </li>
  );
}

/** Explains in plain words how it is computed, and what all of this does not show. */
export function ProofWords({
  algorithm,
  limits,
}: Readonly<Record<'algorithm' | 'limits', readonly string[]>>): ReactNode {
  const t = useText();
  return (
    <>
      <ProofPart title={t('proof.part.how')}>
        <ol className="space-y-2 rounded-tile bg-raise p-4 text-small">
          {algorithm.map((line, index) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="num w-5 shrink-0 text-right font-bold text-mute">
                {formatNumber(index + 1)}
              </span>
              <span className="min-w-0 text-pretty">{line}</span>
            </li>
          ))}
        </ol>
      </ProofPart>
      <ProofPart title={t('proof.part.limits')}>
        <ul className="space-y-2 text-small text-pretty text-mute">
          {limits.map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true">·</span>
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </ProofPart>
    </>
  );
}

type KeepProofProps = {
  /** The content as the server sent it. */
  content: string | Uint8Array<ArrayBuffer>;
  fileName: string;
  text: string;
  /** The script that recomputes the file, and where it is. */
  script: { readonly name: string; readonly url: string };
};

/** Shows the proof as a file, and how to recompute it without any of our code. */
export function KeepProof({ content, fileName, text, script }: KeepProofProps): ReactNode {
  const t = useText();
  const makeFile = () => {
    const type = fileName.endsWith('.json') ? 'application/json' : 'text/plain';
    return new File([content], fileName, { type });
  };
  const command = `python3 ${script.name} ${fileName}`;
  return (
    <ProofPart title={t('proof.part.keep')}>
      <p className="text-small text-pretty text-mute">{text}</p>
      <code className="num mt-3 block rounded-tile bg-raise p-3.5 text-caption break-all">{command}</code>
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        <FileButton makeFile={makeFile} />
        <a href={script.url} download={script.name} className={buttonStyle('soft')}>
          <SaveIcon size={18} />
          {script.name}
        </a>
        <CopyButton text={command} label={t('proof.copyCommand')} />
      </div>
    </ProofPart>
  );
}

const looks = {
  true: { icon: CheckIcon, tone: 'bg-ok-soft text-ok', text: 'proof.mark.ok' },
  false: { icon: CloseIcon, tone: 'bg-brand text-surface', text: 'proof.mark.wrong' },
  notYet: { icon: ClockIcon, tone: 'bg-raise text-mute', text: 'proof.mark.notYet' },
} as const;

/** Marks whether something holds. */
export function Mark({ ok }: { ok: boolean | 'notYet' }): ReactNode {
  const t = useText();
  const { icon: Icon, tone, text } = looks[`${ok}`];
  return (
    <span className={`grid size-7 shrink-0 place-content-center rounded-full ${tone}`}>
      <Icon size={16} />
      <span className="sr-only">{t(text)}</span>
    </span>
  );
}
