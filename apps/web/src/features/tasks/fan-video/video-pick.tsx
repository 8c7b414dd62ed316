import type { ReactNode } from 'react';
import { buttonStyle } from '#/ui/button-style.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';

type VideoPickProps = {
  label: string;
  icon?: IconComponent;
  isMain: boolean;
  /** Opens the camera where there is one. */
  capture?: boolean;
  onPick: (file: File) => void;
};

/** The phone's own way to pick or record a video, as a button. */
export function VideoPick({ label, icon: Icon, isMain, capture = false, onPick }: VideoPickProps): ReactNode {
  return (
    <label
      className={`${buttonStyle(isMain ? 'primary' : 'soft', 'large')} w-full cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
    >
      {Icon ? <Icon size={20} /> : null}
      {label}
      <input
        type="file"
        accept="video/*"
        {...(capture && { capture: 'environment' as const })}
        className="sr-only"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onPick(file);
          // Picking the same file again is a choice too, which the browser would not tell otherwise.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
