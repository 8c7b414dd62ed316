import { type CSSProperties, type ReactNode, useId } from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Task } from './task.ts';

/** The height of a state's badge; its width follows the word. */
const badgeHeight = 26;

const chineseWidth = 12.4;
const latinWidth = 6.9;

/** Returns about how wide a word is in the badge's 12-pixel letters. */
function wordWidth(word: string): number {
  const widths = Array.from(word, (letter) => (letter > '\u2e7f' ? chineseWidth : latinWidth));
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Returns a ticket that has a bite at either end. */
function ticket(width: number): string {
  const straight = width - 12;
  return (
    `M6 1h${straight}a5 5 0 0 1 5 5v3a4 4 0 0 0 0 8v3a5 5 0 0 1-5 ` +
    '5H6a5 5 0 0 1-5-5v-3a4 4 0 0 0 0-8V6a5 5 0 0 1 5-5z'
  );
}

/** Returns a luggage tag, pointed where its string goes through. */
function tag(width: number): string {
  return (
    `M12 1h${width - 18}a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5H12a5 5 0 0 ` +
    '1-3.6-1.5L2.3 15.8a4 4 0 0 1 0-5.6L8.4 2.5A5 5 0 0 1 12 1z'
  );
}

/** Returns the rim of a stamp: as many waves around a circle as are asked for. */
function wavyCircle({ centre, radius, waves }: { centre: number; radius: number; waves: number }): string {
  const at = (turn: number, distance: number) => {
    const angle = 2 * Math.PI * turn;
    return `${(centre + distance * Math.sin(angle)).toFixed(1)} ${(centre - distance * Math.cos(angle)).toFixed(1)}`;
  };
  const crests = Array.from({ length: waves }, (_, wave) => {
    const turn = (wave + 1) / waves;
    return `Q${at(turn - 0.5 / waves, radius * 1.14)} ${at(turn, radius)}`;
  });
  return `M${at(0, radius)}${crests.join('')}z`;
}

const rim = wavyCircle({ centre: 36, radius: 29, waves: 20 });
const star = 'l1.5 3 3.3.5-2.4 2.3.6 3.3-3-1.6-3 1.6.6-3.3-2.4-2.3 3.3-.5z';

/** Shows the stamp on what was awarded, a little askew as stamps are. */
export function AwardedStamp(): ReactNode {
  const t = useText();
  const word = t('task.awarded');
  return (
    <svg role="img" aria-label={word} viewBox="0 0 72 72" className="size-14 shrink-0 text-ok">
      <g transform="rotate(-11 36 36)" strokeLinejoin="round" strokeLinecap="round">
        <path d={rim} style={{ fill: 'var(--ok-soft)' }} stroke="currentColor" strokeWidth={2.2} />
        <circle cx={36} cy={36} r={24} fill="none" stroke="currentColor" strokeWidth={1.3} strokeDasharray="1 3.2" />
        <path d={`M36 14.5${star}`} fill="currentColor" />
        <path d="m31 52.5 3.6 3.6 6.6-7" fill="none" stroke="currentColor" strokeWidth={2.6} />
        <path d="M3 27.5h66l-3 8.5 3 8.5H3L6 36z" fill="currentColor" stroke="currentColor" strokeWidth={1.5} />
        <text x={36} y={40.3} textAnchor="middle" fontSize={12.5} fontWeight={800} style={{ fill: 'var(--surface)' }}>
          {word}
        </text>
      </g>
    </svg>
  );
}

type BadgeState = Exclude<Task['state'], 'awarded' | 'available'> | 'soldOut' | 'held' | 'refused';
type BadgeFacts = Pick<Task, 'state' | 'notice' | 'awaits' | 'streak'>;

/**
 * Returns the state that a row's badge shows; undefined for an awarded task, which has a stamp, and for an available
 * one, which has a button. A check-in to do is complete for the server, because nothing but the press is missing.
 */
export function badgeState({ state, notice, awaits, streak }: BadgeFacts): BadgeState | undefined {
  if (state === 'awarded') return undefined;
  const reason = awaits === 'review' ? 'held' : notice?.reason;
  if (reason === 'soldOut' || reason === 'held' || reason === 'refused') return reason;
  return state === 'available' || (streak && state === 'completed') ? undefined : state;
}

type BadgeLook = {
  readonly word: MessageId;
  readonly outline: (width: number) => string;
  /** A style, because a class for each would weigh on the first screen. */
  readonly paper: CSSProperties;
  readonly ink: string;
  /** The picture in 18 pixels from the left, in the badge's ink. */
  readonly picture: ReactNode;
};

const brandPaper = { fill: 'var(--brand-soft)', stroke: 'var(--brand)', strokeOpacity: 0.25 };
const warnPaper = { fill: 'var(--warn-soft)', stroke: 'var(--warn)', strokeOpacity: 0.4 };

const looks: Readonly<Record<BadgeState, BadgeLook>> = {
  completed: {
    word: 'task.state.completed',
    outline: ticket,
    paper: {},
    ink: 'text-medal',
    picture: (
      <>
        <path
          d="m15 6.2 2 4.1 4.5.7-3.2 3.2.7 4.5-4-2.1-4 2.1.7-4.5-3.2-3.2 4.5-.7z"
          fill="currentColor"
          strokeWidth={1.4}
        />
        <path d="M22.4 5.4v2.8M21 6.8h2.8" />
      </>
    ),
  },
  stayTuned: {
    word: 'task.stayTuned',
    outline: ticket,
    paper: { fill: 'var(--raise)', stroke: 'var(--mute)', strokeDasharray: '3 2.4' },
    ink: 'text-mute',
    // The moon and a star: tonight, not yet.
    picture: (
      <>
        <path d="M18.4 15.4a5.6 5.6 0 0 1-6.2-7.9 5.8 5.8 0 1 0 6.2 7.9z" fill="currentColor" strokeWidth={1.2} />
        <path d="M19.4 6.2v3.2M17.8 7.8H21" />
      </>
    ),
  },
  unlicensed: {
    word: 'task.state.unlicensed',
    outline: tag,
    paper: warnPaper,
    ink: 'text-warn',
    picture: (
      <>
        <circle cx={6.6} cy={13} r={0.7} />
        <path d="M12.6 12h7.8v7h-7.8z" fill="currentColor" />
        <path d="M14 11.8v-2a2.5 2.5 0 0 1 5 0v2" />
      </>
    ),
  },
  soldOut: {
    word: 'task.state.soldOut',
    outline: ticket,
    paper: { fill: 'var(--raise)', stroke: 'var(--line)' },
    ink: 'text-mute',
    // An empty bowl.
    picture: <path d="M10.4 11.4h12.4a6.2 6.2 0 0 1-12.4 0zM13.6 19.8h6" />,
  },
  held: {
    word: 'task.state.held',
    outline: ticket,
    paper: warnPaper,
    ink: 'text-warn',
    // An hourglass.
    picture: <path d="M12.6 6.6h8.2M12.6 19.4h8.2M13.8 6.6c0 4 5.8 4.8 5.8 12.8M19.6 6.6c0 4-5.8 4.8-5.8 12.8" />,
  },
  refused: {
    word: 'task.state.refused',
    outline: ticket,
    paper: brandPaper,
    ink: 'text-brand',
    picture: <path d="m12.6 9 8 8M20.6 9l-8 8" />,
  },
};

const wordStart = 27;
const wordEnd = 11;

/** Shows a task's state as a small drawn badge with its word; awarded ones have a stamp instead. */
export function TaskStateBadge({ state }: { state: BadgeState }): ReactNode {
  const t = useText();
  const goldId = useId();
  const { word: wordId, outline, paper, ink, picture } = looks[state];
  const word = t(wordId);
  const letters = wordWidth(word);
  const width = Math.round(wordStart + letters + wordEnd);
  return (
    <svg role="img" aria-label={word} viewBox={`0 0 ${width} ${badgeHeight}`} className={`h-6 w-auto shrink-0 ${ink}`}>
      <defs>
        <linearGradient id={goldId} x1="0" y1="0" x2="0.3" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--gold-from)' }} />
          <stop offset="1" style={{ stopColor: 'var(--gold-to)' }} />
        </linearGradient>
      </defs>
      <path
        d={outline(width)}
        strokeWidth={1.2}
        style={paper}
        {...(state === 'completed' && { fill: `url(#${goldId})` })}
      />
      <g fill="none" stroke="currentColor" strokeWidth={1.9} strokeLinecap="round" strokeLinejoin="round">
        {picture}
      </g>
      <text x={wordStart + letters / 2} y={17.3} textAnchor="middle" fontSize={12} fontWeight={700} fill="currentColor">
        {word}
      </text>
    </svg>
  );
}
