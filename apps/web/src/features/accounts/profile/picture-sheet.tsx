import { type ReactNode, useEffect, useState } from 'react';
import { text, useText } from '#/lib/i18n/use-text.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import { Button } from '#/ui/button.tsx';
import { CloseWhen } from '#/ui/dialog/close-when.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import type { PickedPicture } from './picked-picture.ts';
import { PictureCropper } from './picture-cropper.tsx';
import { uploadErrorText } from './profile-error-text.ts';
import { useUploadPicture } from './use-upload-picture.ts';

type PictureSheetProps = { picture: PickedPicture; onClose: () => void };

/** Where a picked picture is cut out and sent. What failed can be tried again with the same cut. */
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
