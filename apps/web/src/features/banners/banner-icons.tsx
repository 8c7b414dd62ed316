import { drawIcon } from '#/ui/icons/draw-icon.tsx';

export const PauseIcon = drawIcon('M8.5 5.5v13M15.5 5.5v13');
export const PlayIcon = drawIcon('M8 5.2 18.5 12 8 18.8z');
