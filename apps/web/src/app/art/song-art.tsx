import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights } from './drawing.tsx';
import { SoundWaves } from './sound-waves.tsx';

/** A song as it sounds: a band of waves across the hall. */
export function SongArt(): ReactNode {
  return (
    <Drawing width={350} height={120}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.pink} strength={0.55} />
          </defs>
          <ellipse cx="175" cy="60" rx="170" ry="60" fill={`url(#${name('halo')})`} />
          <SoundWaves id={name('echo')} x={0} middle={60} width={350} height={116} count={35} />
          <Sparkle x={40} y={22} size={7} />
          <Sparkle x={304} y={26} size={9} />
          <Sparkle x={252} y={102} size={5} opacity={0.6} />
          <Sparkle x={92} y={100} size={5} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}
