import { type ReactNode, useState } from 'react';
import Cropper from 'react-easy-crop';
// Its own way is to write a style element into the page, which the page's policy forbids.
import 'react-easy-crop/react-easy-crop.css';
import { useText } from '#/lib/i18n/use-text.ts';
import { MinusIcon, PlusIcon } from '#/ui/icons/more-icons.tsx';
import { cropField } from './crop-field.ts';
import type { PickedPicture } from './picked-picture.ts';

const closest = 4;
const zoomStep = 0.05;
/** How far a key moves the picture, in CSS pixels; with Shift a fifth of it. */
const keyStep = 8;

type PictureCropperProps = {
  picture: PickedPicture;
  /** Told whenever the fan has moved the picture, with the form's field for what is in the circle now. */
  onCrop: (crop: string) => void;
  disabled: boolean;
};

/** Moves and enlarges a picture under a circle: by finger, mouse or wheel, and by the keys of the circle and the slider. */
export function PictureCropper({ picture, onCrop, disabled }: PictureCropperProps): ReactNode {
  const t = useText();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div inert={disabled} className={disabled ? 'opacity-60' : ''}>
      <div className="relative aspect-square max-h-[46dvh] w-full overflow-hidden rounded-tile bg-black">
        <Cropper
          image={picture.url}
          crop={place}
          zoom={zoom}
          maxZoom={closest}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          keyboardStep={keyStep}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': t('myPicture.circle') }}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_part, area) => onCrop(cropField(area, picture))}
        />
      </div>
      <label className="mt-3 flex min-h-11 items-center gap-3 text-mute">
        <span className="sr-only">{t('myPicture.zoom')}</span>
        <MinusIcon size={20} />
        <input
          type="range"
          min={1}
          max={closest}
          step={zoomStep}
          value={zoom}
          aria-valuetext={t('myPicture.zoomValue', { percent: Math.round(zoom * 100) })}
          className="h-11 min-w-0 flex-1 accent-brand"
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <PlusIcon size={20} />
      </label>
    </div>
  );
}
