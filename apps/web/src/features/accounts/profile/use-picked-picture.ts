import { useEffect, useRef, useState } from 'react';
import { openPicture, type PickedPicture, type PictureProblem } from './picked-picture.ts';

/** The file that a fan has picked: a picture to cut out, or what is wrong with it. */
export function usePickedPicture() {
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
