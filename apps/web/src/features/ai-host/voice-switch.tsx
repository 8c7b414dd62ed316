import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import type { useVoice } from './voice.ts';

/** A loudspeaker on a 24-pixel grid, with and without sound. */
const VoiceIcon = drawIcon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.2a8 8 0 0 1 0 11.6');
const MutedIcon = drawIcon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5');

/** Turns the host's voice on and off, where the browser can speak. */
export function VoiceSwitch({ voice }: { voice: ReturnType<typeof useVoice> }): ReactNode {
  const t = useText();
  const { canSpeak, isOn, isMissing, setOn } = voice;
  if (!canSpeak) return null;
  const Icon = isOn ? VoiceIcon : MutedIcon;
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className="press inline-flex min-h-11 items-center gap-2 rounded-full bg-black/30 px-4 text-small font-bold"
        onClick={() => setOn(!isOn)}
      >
        <Icon size={20} />
        {t('agent.voice')}
      </button>
      <p role="status" className="basis-full text-right text-caption font-semibold empty:hidden">
        {isMissing ? t('agent.voiceMissing') : null}
      </p>
    </>
  );
}
