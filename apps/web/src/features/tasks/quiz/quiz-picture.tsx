import type { ReactNode } from 'react';
import type { Picture } from './quiz.ts';

/** A drawing that came with its question: as a picture, so that nothing in it could be run. */
export function QuizPicture({ picture, small = false }: { picture: Picture; small?: boolean }): ReactNode {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(picture.svg)}`}
      alt={picture.alt}
      className={`w-auto max-w-full rounded-tile object-contain ${small ? 'h-24' : 'mx-auto h-48 shadow-lift'}`}
    />
  );
}
