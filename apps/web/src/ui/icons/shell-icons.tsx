import { drawIcon } from './draw-icon.tsx';

// The icons of the frame and of the first screen, which every page loads.

export const HomeIcon = drawIcon('M4 11.2 12 4l8 7.2V19a1.5 1.5 0 0 1-1.5 1.5H15v-6H9v6H5.5A1.5 1.5 0 0 1 4 19z');
export const TrophyIcon = drawIcon(
  'M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4.2c0 3.6 1.3 5.2 3.6 ' +
    '5.5M16.5 5.5h3.3c0 3.6-1.3 5.2-3.6 5.5M12 14v3.5M8 20h8',
);
export const TasksIcon = drawIcon(
  'M9.5 4.5h5M9 3.5h6v3H9zM15 5h2.5A1.5 1.5 0 0 1 19 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 ' +
    '18.5v-12A1.5 1.5 0 0 1 6.5 5H9M8.8 13.2l2.2 2.2 4.2-4.4',
);
export const MallIcon = drawIcon(
  'M5.2 8.5h13.6l-.9 10a2 2 0 0 1-2 1.8H8.1a2 2 0 0 1-2-1.8zM8.8 11V7.2a3.2 3.2 0 0 1 6.4 0V11',
);
export const MeIcon = drawIcon('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.3c.6-3.6 3.6-5.3 7.5-5.3s6.9 1.7 7.5 5.3');
export const NextIcon = drawIcon('M9.5 5.5 16 12l-6.5 6.5');
export const StarIcon = drawIcon('M12 3.6l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z');
export const UpIcon = drawIcon('M12 19V5.5M6 11l6-6 6 6');
export const DownIcon = drawIcon('M12 5v13.5M6 13l6 6 6-6');
export const CloseIcon = drawIcon('M6 6l12 12M18 6 6 18');
export const CheckIcon = drawIcon('M5 12.5l4.6 4.6L19 7.5');
export const InfoIcon = drawIcon('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5M12 7.8v.2');
export const ErrorIcon = drawIcon('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5v5.2M12 16v.2');
export const AlertIcon = drawIcon('M12 4 2.8 19.5h18.4zM12 10v4.2M12 16.8v.2');
export const RefreshIcon = drawIcon('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15');
export const BackIcon = drawIcon('M14.5 5.5 8 12l6.5 6.5');
export const CalendarIcon = drawIcon('M5 6.5h14v13H5zM5 10.5h14M8.5 4v4M15.5 4v4');
export const LiveIcon = drawIcon('M3.5 6.5h12v11h-12zM15.5 10.5l5-2.6v8.2l-5-2.6');
export const MusicIcon = drawIcon(
  'M9 18V6.2l10-2.4v11.6M9 18a2.6 2.6 0 1 1-5.2 0A2.6 2.6 0 0 1 9 18zM19 15.4a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0z',
);
