import type { ReactNode } from 'react';

const thickness = 11;

type StarCoinsProps = {
  /** The middle of the pile, and where it stands. */
  x: number;
  floor: number;
  count: number;
  /** The name of a gradient from `CoinGold`. */
  fill: string;
  /** The class of each coin, for those that fall onto the pile one after the other. */
  className?: string;
  firstDelayMs?: number;
};

/** Draws a pile of coins with a star on the topmost, for a drawing. */
export function StarCoins({ x, floor, count, fill, className, firstDelayMs = 0 }: StarCoinsProps): ReactNode {
  return Array.from({ length: count }, (_, index) => {
    const top = floor - (index + 1) * thickness;
    const isTop = index === count - 1;
    return (
      <g key={index} className={className} style={{ animationDelay: `${firstDelayMs + index * 90}ms` }}>
        <rect x={x - 21} y={top} width="42" height={thickness - 1.5} rx="4.500" fill={`url(#${fill})`} />
        {isTop ? (
          <>
            <ellipse cx={x} cy={top} rx="21" ry="7.500" fill="#fff2c9" />
            <path
              d={
                `M${x} ${top - 4.6}l2.400 3.200 5.200.600-3.800 2.200.800 3.200-4.600-1.500-4.600 ` +
                '1.500.800-3.200-3.800-2.200 5.200-.600z'
              }
              fill="#2a1250"
              opacity=".55"
            />
          </>
        ) : null}
      </g>
    );
  });
}

export function CoinGold({ id }: { id: string }): ReactNode {
  return (
    <linearGradient id={id} x2="1">
      <stop stopColor="#ffe39a" />
      <stop offset="1" stopColor="#f0a92e" />
    </linearGradient>
  );
}
