import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useRef } from 'react';
import Cropper from 'react-easy-crop';
import cropperStyleSheet from 'react-easy-crop/react-easy-crop.css?url';
import { cropField, type PickedPicture } from './picked-picture.ts';
import { uploadErrorText } from './use-update-profile.ts';
import { showProfile } from '#/features/identity/use-account.ts';
import { upload } from '#/lib/api/upload.ts';
import { text, useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import { Button } from '#/ui/button.tsx';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { MinusIcon, PlusIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

type PictureSheetProps = { picture: PickedPicture; onClose: () => void };

/** Lets the fan crop a picked picture, and sends it. A failed attempt can be repeated with the same crop. */
export function PictureSheet({ picture, onClose }: PictureSheetProps): ReactNode {
  const t = useText();
  const [crop, setCrop] = useState<string>();
  const [isUploaded, setUploaded] = useState(false);
  const { send, cancel, isPending, error, sentPart } = useUploadPicture(() => {
    setUploaded(true);
    showToast({ kind: 'success', title: text('myPicture.saved') });
  });

  useEffect(() => (isUploaded ? undefined : holdUnsavedWork()), [isUploaded]);

  return (
    <Sheet title={t('myPicture.cut')} subtitle={t('myPicture.cutText')} maskClosable={false} onClose={onClose}>
      {(close) => (
        <div className="mt-4 space-y-3">
          <CloseWhen done={isUploaded} close={close} />
          <PictureCropper picture={picture} disabled={isPending} onCrop={setCrop} />
          {error ? <InlineAlert>{uploadErrorText(error, t)}</InlineAlert> : null}
          {isPending ? <Sending sentPart={sentPart} onCancel={cancel} /> : null}
          {isPending ? null : (
            <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
              <Button variant="soft" size="large" onClick={close}>
                {t('myPicture.leave')}
              </Button>
              <Button
                size="large"
                disabled={crop === undefined}
                onClick={() => crop !== undefined && send({ file: picture.file, crop })}
              >
                {t(error ? 'common.retry' : 'myPicture.use')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Sheet>
  );
}

function Sending({ sentPart, onCancel }: { sentPart: number; onCancel: () => void }): ReactNode {
  const t = useText();
  const percent = Math.round(sentPart * 100);
  return (
    <div className="space-y-3">
      <p className="num flex justify-between gap-3 text-small font-semibold" role="status">
        <span>{t(percent < 100 ? 'myPicture.sending' : 'myPicture.drawing')}</span>
        <span aria-hidden="true">{percent}%</span>
      </p>
      <ProgressBar label={t('myPicture.sending')} done={percent} total={100} />
      <Button variant="soft" size="large" onClick={onCancel}>
        {t('myPicture.cancel')}
      </Button>
    </div>
  );
}

const closest = 4;
const zoomStep = 0.05;
/** The distance by which a key moves the picture, in CSS pixels; with Shift a fifth of it. */
const keyStep = 8;

type PictureCropperProps = {
  picture: PickedPicture;
  /** Runs when the fan has moved the picture, with the form field for the visible circle. */
  onCrop: (crop: string) => void;
  disabled: boolean;
};

/** Moves and enlarges a picture under a circle: by finger, mouse or wheel, and by the keys of the circle and the slider. */
function PictureCropper({ picture, onCrop, disabled }: PictureCropperProps): ReactNode {
  const t = useText();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div inert={disabled} className={disabled ? 'opacity-60' : ''}>
      {/* The cropper's own way is to write a style element into the page, which the page's policy forbids. */}
      <link rel="stylesheet" href={cropperStyleSheet} precedence="default" />
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

type CroppedPicture = { readonly file: File; readonly crop: string };

/** Uploads the fan's picture, shows the progress, and can be cancelled. */
function useUploadPicture(onUploaded: () => void) {
  const queryClient = useQueryClient();
  const [sentPart, setSentPart] = useState(0);
  const sending = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ file, crop }: CroppedPicture) => {
      const controller = new AbortController();
      sending.current = controller;
      setSentPart(0);
      const options = { signal: controller.signal, onProgress: setSentPart };
      return upload('POST /wallet/api/v1/userExpand/uploadAvatar', { upload: file, body: { crop } }, options);
    },
    onSuccess: async (userInfo) => {
      await showProfile(queryClient, userInfo);
      onUploaded();
    },
    // A cancelled or lost request may still have been carried out.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.profile }),
  });

  useEffect(() => () => sending.current?.abort(), []);

  return {
    send: mutate,
    isPending,
    error,
    /** A part from 0 to 1; at 1 the server is at work on it. */
    sentPart,
    cancel: () => {
      sending.current?.abort();
      reset();
    },
  };
}
