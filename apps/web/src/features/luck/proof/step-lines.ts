import type { Proof } from '@lightstick/chance';
import { formatNumber } from '#/lib/format/format-number.ts';
import { formatExactTime } from '#/lib/format/zoned-date.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { ProofStep } from './use-proof.ts';

type ProofValue = string | number | null | readonly number[];
type ProofLine = readonly [label: MessageId, value: ProofValue];
type Detail<Name extends ProofStep['step']> = Extract<ProofStep, { step: Name }>['detail'];

/** Returns a time in words; null while it is not known. */
const time = (instant: string | null) => instant && formatExactTime(instant);
/** Returns a line only where something differs. */
const only = (label: MessageId, value: number | null): readonly ProofLine[] => (value === null ? [] : [[label, value]]);
const place = (index: number | null) => (index === null ? null : index + 1);

/** Writers of the lines that say what each step has compared. */
const lines: { readonly [Name in ProofStep['step']]: (detail: Detail<Name>) => readonly ProofLine[] } = {
  format: ({ format }) => [['proof.value.format', format]],
  promise: ({ fundedAt, opensAt }) => [
    ['proof.value.fixed', time(fundedAt)],
    ['proof.value.opened', time(opensAt)],
  ],
  seed: ({ commitment, seed, computed }) => [
    ['proof.value.promised', commitment],
    ['proof.value.seed', seed],
    ['proof.value.computed', computed],
  ],
  shares: ({ total, shares, sum, differsAt }) => [
    ['proof.value.total', total],
    ['proof.value.shares', shares],
    ['proof.value.sum', sum],
    ...only('proof.value.differsAt', place(differsAt)),
  ],
  sharesHash: ({ hash, computed }) => [
    ['proof.value.promised', hash],
    ['proof.value.computed', computed],
  ],
  grabbed: ({ grabbed, shares, given, returned }) => [
    ['proof.value.grabbed', grabbed],
    ['proof.value.shares', shares],
    ['proof.value.given', given],
    ['proof.value.returned', returned],
  ],
  document: ({ version, hash, computed }) => [
    ['proof.value.version', version],
    ['proof.value.promised', hash],
    ['proof.value.computed', computed],
  ],
  start: ({ epoch, startedAt, revealedAt, left }) => [
    ['proof.value.stretch', epoch],
    ['proof.value.startedAt', time(startedAt)],
    ['proof.value.revealedAt', time(revealedAt)],
    ['proof.value.leftAtStart', left],
  ],
  numbers: ({ openings, first, last }) => [
    ['proof.value.openings', openings],
    ...(first === null || last === null ? [] : [['proof.value.numbers', [first, last]] as const]),
  ],
  continuation: ({ epoch, left }) => [
    ['proof.value.stretch', epoch],
    ['proof.value.left', left],
  ],
  stock: ({ drawn, left }) => [
    ['proof.value.drawn', drawn],
    ['proof.value.left', left],
  ],
  pity: ({ rareWithin, forced, broken }) => [
    ['proof.value.rareWithin', rareWithin],
    ['proof.value.forced', forced],
    ...only('proof.value.broken', broken),
  ],
  prizes: ({ openings, differing, first }) => [
    ['proof.value.openings', openings],
    ['proof.value.differing', differing],
    ...only('proof.value.broken', first?.nonce ?? null),
  ],
  entries: ({ entrants, weight, frozenAt, root, computed }) => [
    ['proof.value.entrants', entrants],
    ['proof.value.weight', weight],
    ['proof.value.frozenAt', time(frozenAt)],
    ['proof.value.promised', root],
    ['proof.value.computed', computed],
  ],
  round: ({ chainHash, round, expected, at }) => [
    ['proof.value.chain', chainHash],
    ['proof.value.round', round],
    ['proof.value.expected', expected],
    ['proof.value.roundAt', time(at)],
  ],
  signature: ({ signature }) => [['proof.value.signature', signature]],
  winners: ({ seed, drawn, differsAt }) => [
    ['proof.value.seed', seed],
    ['proof.value.winners', drawn && drawn.length],
    ...only('proof.value.differsAt', place(differsAt)),
  ],
};

/** Returns the values that a step has compared, with what they are. */
export function stepLines(step: ProofStep, t: Translate): readonly (readonly [label: string, value: string])[] {
  const ofStep = lines[step.step] as (detail: ProofStep['detail']) => readonly ProofLine[];
  return ofStep(step.detail).map(([label, value]) => [t(label), formatValue(value, t)]);
}

/** Returns what was promised before anything was drawn, when, and where the seed comes from. */
export function promiseLines(proof: Proof, t: Translate): readonly (readonly [label: string, value: string])[] {
  return linesOfPromise(proof, t).map(([label, value]) => [t(label), formatValue(value, t)]);
}

function linesOfPromise(proof: Proof, t: Translate): readonly ProofLine[] {
  if (proof.kind === 'packet') {
    return [
      ['proof.value.source', t('proof.source.packet')],
      ['proof.value.fixed', time(proof.fundedAt)],
      ['proof.value.promised', proof.commitment],
      ['proof.value.promisedShares', proof.sharesHash],
    ];
  }
  if (proof.kind === 'box') {
    return [
      ['proof.value.source', t('proof.source.box')],
      ['proof.value.startedAt', time(proof.startedAt)],
      ['proof.value.promised', proof.commitment],
      ['proof.value.revealedAt', time(proof.revealedAt)],
    ];
  }
  const { beacon, frozenAt, root } = proof;
  return [
    ['proof.value.source', t(beacon.kind === 'drand' ? 'proof.source.drand' : 'proof.source.organiser')],
    beacon.kind === 'drand' ? ['proof.value.round', beacon.round] : ['proof.value.promised', beacon.commitment],
    ['proof.value.frozenAt', time(frozenAt)],
    ['proof.value.root', root],
  ];
}

function formatValue(value: ProofValue, t: Translate): string {
  if (value === null) return t('proof.value.notYet');
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? formatNumber(value) : value.map(formatNumber).join(' · ');
}
