import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Drawing, Glow, lights } from '#/ui/art/drawing.tsx';

type OpensSoonProps = {
  /** Defaults to "Stay tuned". */
  title?: string;
  /** Says in one or two sentences what will be here. */
  children: ReactNode;
  /** A link to something that is open. */
  action?: ReactNode;
};

/** Shows a part of a screen that is not open yet, without a date, because none is set. */
export function OpensSoon({ title, children, action }: OpensSoonProps): ReactNode {
  const t = useText();
  return (
    <section className="card text-center">
      <StickWaitingArt />
      <h2 className="mt-3 text-section font-extrabold">{title ?? t('stayTuned.title')}</h2>
      <p className="mx-auto mt-1.5 max-w-80 text-body text-balance text-mute">{children}</p>
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </section>
  );
}

const sticks = [
  { x: 76, lean: -24, length: 40, colour: lights.violet },
  { x: 100, lean: 0, length: 52, colour: lights.pink },
  { x: 124, lean: 24, length: 40, colour: lights.mint },
] as const;

const hand = 92;
const bulb = 10;

/** Draws three lightsticks, already lit: the fans are here, the show is not yet. For a card in either theme. */
function StickWaitingArt(): ReactNode {
  return (
    <Drawing width={200} height={100}>
      {(name) => (
        <>
          <defs>
            {sticks.map(({ x, colour }) => (
              <Glow key={x} id={name(`glow-${x}`)} colour={colour} strength={0.6} />
            ))}
          </defs>
          <path d="M22 92h156" stroke="var(--line)" strokeWidth="3" strokeLinecap="round" />
          {sticks.map(({ x, lean, length, colour }) => (
            <g key={x} transform={`rotate(${lean} ${x} ${hand})`}>
              <circle cx={x} cy={hand - length} r="27" fill={`url(#${name(`glow-${x}`)})`} />
              <rect x={x - 3} y={hand - length} width="6" height={length} rx="3" fill="var(--mute)" />
              <rect x={x - 4.5} y={hand - length + bulb - 1} width="9" height="6" rx="2.5" fill="var(--ink)" />
              <circle cx={x} cy={hand - length} r={bulb} fill={colour} />
              <circle cx={x - 3} cy={hand - length - 3.2} r="2.8" fill="#fff" opacity=".85" />
            </g>
          ))}
          <path
            d={
              'M40 46l2.4 5.6L48 54l-5.6 2.4L40 62l-2.4-5.6L32 54l5.6-2.4zM164 ' +
              '34l1.8 4.2L170 40l-4.2 1.8L164 46l-1.8-4.2L158 40l4.2-1.8z'
            }
            fill={lights.gold}
          />
        </>
      )}
    </Drawing>
  );
}
