import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import {
  mostPictureBytes,
  type PictureProblem,
  pictureTypes,
  openPicture,
  type PickedPicture,
} from './picked-picture.ts';
import { showProfile } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText, text } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import type { UserInfo } from '#/lib/session/session.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { FileInput } from '#/ui/file-input.tsx';
import { CameraIcon } from '#/ui/icons/more-icons.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Loads the cropper too, which only fans who change their picture need. */
const pictureSheet = lazyPart(() => import('./picture-sheet.tsx').then((module) => module.PictureSheet));

/** Shows on the stage how the fan looks to others, and lets them change it. */
export function MyPicture({ user }: { user: UserInfo }): ReactNode {
  const t = useText();
  const { picture, problem, isOpening, pick, drop } = usePickedPicture();
  const removing = useRemovePicture();
  const fileInput = useRef<HTMLInputElement>(null);
  /** The button that had the focus goes with the picture. */
  const remove = () => removing.mutate(undefined, { onSuccess: () => fileInput.current?.focus() });
  const isUploaded = user.avatarUrl.startsWith('/avatars/');

  useEffect(() => void pictureSheet.preload(), []);

  const PictureSheet = pictureSheet.Component;
  return (
    <div className="flex flex-col items-center gap-4">
      <Portrait
        key={user.avatarUrl}
        src={user.avatarUrl}
        width={128}
        height={128}
        lazy={false}
        className="enter size-32 rounded-full border-4 border-white/80 shadow-lift"
      />
      <div className="flex flex-wrap justify-center gap-2.5">
        <PicturePick
          inputRef={fileInput}
          label={t('myPicture.change')}
          isOpening={isOpening}
          onPick={(file) => void pick(file)}
        />
        {isUploaded ? (
          <Button variant="glass" busy={removing.isPending} onClick={remove}>
            {t('myPicture.remove')}
          </Button>
        ) : null}
      </div>
      {problem ? <Problem problem={problem} /> : <p className="text-caption font-medium">{t('myPicture.hint')}</p>}
      {picture ? (
        <Suspense>
          <PictureSheet picture={picture} onClose={drop} />
        </Suspense>
      ) : null}
    </div>
  );
}

type PicturePickProps = {
  inputRef: Ref<HTMLInputElement>;
  label: string;
  isOpening: boolean;
  onPick: (file: File) => void;
};

/** Opens the phone's own way to pick or take a picture. */
function PicturePick({ inputRef, label, isOpening, onPick }: PicturePickProps): ReactNode {
  return (
    <label
      className={
        `${buttonStyle('glass')} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 ` +
        'has-focus-visible:outline-white'
      }
    >
      {isOpening ? <Spinner /> : <CameraIcon size={18} />}
      {label}
      <FileInput ref={inputRef} accept={pictureTypes.join(',')} onPick={onPick} />
    </label>
  );
}

const problemTexts: Record<PictureProblem['kind'], MessageId> = {
  wrongType: 'myPicture.wrongType',
  tooLarge: 'myPicture.tooLarge',
  tooManyPixels: 'myPicture.tooManyPixels',
  unreadable: 'myPicture.unreadable',
};

function Problem({ problem: { kind, file } }: { problem: PictureProblem }): ReactNode {
  const t = useText();
  const megabytes = (file.size / 1_000_000).toFixed(1);
  return (
    <p role="alert" className="enter w-full rounded-tile bg-black/40 p-3.5 text-center text-small font-semibold">
      {t(problemTexts[kind], { name: file.name, megabytes, most: mostPictureBytes / 1_000_000 })}
    </p>
  );
}

/** Returns the picked file: a picture to crop, or its problem. */
function usePickedPicture() {
  const [picture, setPicture] = useState<PickedPicture>();
  const [problem, setProblem] = useState<PictureProblem>();
  const [isOpening, setOpening] = useState(false);
  const newest = useRef<File>(undefined);
  const url = picture?.url;

  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);

  return {
    picture,
    problem,
    isOpening,
    pick: async (file: File) => {
      newest.current = file;
      setOpening(true);
      setProblem(undefined);
      const opened = await openPicture(file);
      // A large file takes longer to open than the one that the fan has picked since.
      if (newest.current !== file) {
        if ('url' in opened) URL.revokeObjectURL(opened.url);
        return;
      }
      setOpening(false);
      if ('url' in opened) setPicture(opened);
      else setProblem(opened);
    },
    drop: () => setPicture(undefined),
  };
}

/** Goes back to the portrait that is drawn for the fan. */
function useRemovePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /wallet/api/v1/userExpand/removeAvatar', { body: {} }),
    onSuccess: async (userInfo) => {
      await showProfile(queryClient, userInfo);
      showToast({ kind: 'success', title: text('myPicture.removed') });
    },
  });
}
