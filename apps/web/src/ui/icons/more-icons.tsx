import { drawIcon } from './draw-icon.tsx';

// The icons that come with the screens that use them.

export const SearchIcon = drawIcon('M10.8 17.5a6.7 6.7 0 1 0 0-13.4 6.7 6.7 0 0 0 0 13.4zM20 20l-4.4-4.4');
export const PlusIcon = drawIcon('M12 5.5v13M5.5 12h13');
export const MinusIcon = drawIcon('M5.5 12h13');
export const LockIcon = drawIcon('M6.5 11h11v8.5h-11zM8.8 11V8a3.2 3.2 0 0 1 6.4 0v3');
export const ClockIcon = drawIcon('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2');
export const TicketIcon = drawIcon(
  'M4 7h16v3.2a1.9 1.9 0 0 0 0 3.6V17H4v-3.2a1.9 1.9 0 0 0 0-3.6zM14.5 7.5v2M14.5 11v2M14.5 14.5v2',
);
export const HeartIcon = drawIcon('M12 19.8S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3c0 5.7-8 10.5-8 10.5z');
export const CopyIcon = drawIcon('M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9');
export const SunIcon = drawIcon(
  'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.8v1.8M12 19.4v1.8M2.8 12h1.8M19.4 12h1.8M5.5 5.5l1.3 1.3M17.2 ' +
    '17.2l1.3 1.3M5.5 18.5l1.3-1.3M17.2 6.8l1.3-1.3',
);
export const MoonIcon = drawIcon('M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z');
export const GlobeIcon = drawIcon(
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c2.3 2.4 3.5 5.2 3.5 8.5s-1.2 6.1-3.5 ' +
    '8.5c-2.3-2.4-3.5-5.2-3.5-8.5s1.2-6.1 3.5-8.5z',
);
export const SignOutIcon = drawIcon(
  'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12h10M17 8.2l3.8 3.8-3.8 3.8',
);
export const VisitIcon = drawIcon(
  'M13.5 4.5h6v6M19.2 4.8 11 13M17.5 14v4A1.5 1.5 0 0 1 16 19.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4',
);
export const ReceiptIcon = drawIcon('M6 3.8h12v16.7l-2.4-1.5-2.4 1.5-1.2-.8-1.2.8-2.4-1.5L6 20.5zM9 8.5h6M9 12h6');
export const EyeIcon = drawIcon(
  'M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 ' +
    '12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
);
export const EyeOffIcon = drawIcon(
  'M4 4l16 16M9.9 6.1A9 9 0 0 1 12 5.8c6 0 9.2 6.2 9.2 6.2a15 15 0 0 1-2.7 3.4M6.2 7.6A14.6 14.6 0 0 0 2.8 ' +
    '12S6 18.2 12 18.2a9 9 0 0 0 3.6-.7M10 10a2.8 2.8 0 0 0 4 4',
);
export const SwapIcon = drawIcon('M7 4 3.5 7.5 7 11M4 7.5h16M17 13l3.5 3.5L17 20M20 16.5H4');
export const GiftIcon = drawIcon(
  'M4.5 11h15v9h-15zM3.5 7.5h17V11h-17zM12 7.5V20M12 7.5S10.5 3.5 8 ' +
    '3.8s-1.5 3.7 4 3.7zM12 7.5s1.5-4 4-3.7 1.5 3.7-4 3.7z',
);
export const SparkleIcon = drawIcon(
  'M12 3.5l1.9 5.6 5.6 1.9-5.6 1.9L12 18.5l-1.9-5.6L4.5 11l5.6-1.9zM19 16.5v4M17 18.5h4',
);
export const CoinsIcon = drawIcon(
  'M12 9.5c4.4 0 7.5-1.3 7.5-3S16.4 3.5 12 3.5 4.5 4.8 4.5 6.5s3.1 3 7.5 3zM4.5 6.5v11c0 1.7 3.1 3 7.5 ' +
    '3s7.5-1.3 7.5-3v-11M4.5 12c0 1.7 3.1 3 7.5 3s7.5-1.3 7.5-3',
);
export const StarOffIcon = drawIcon(
  'M4 4l16 16M9.9 8.1 12 3.6l2.5 5.3 5.8.8-3.9 3.7M7.2 9.2l-3.5.5 4.2 4-1 5.8 5.1-2.8 3.7 2',
);
export const GripIcon = drawIcon('M9 5.5v.1M9 12v.1M9 18.4v.1M15 5.5v.1M15 12v.1M15 18.4v.1');
export const ShareIcon = drawIcon('M12 14.5V4M8 7.5 12 3.5l4 4M6.5 11.5H5.2V20h13.6v-8.5h-1.3');
export const WalletIcon = drawIcon(
  'M18.5 7.5V5.8a1.3 1.3 0 0 0-1.3-1.3H5.8a1.8 1.8 0 0 0 0 3.6h12.9a1.3 1.3 0 0 1 1.3 1.3v8.8a1.3 1.3 0 0 ' +
    '1-1.3 1.3H5.8A1.8 1.8 0 0 1 4 17.7V6.3M16.2 13.8v.1',
);
export const SaveIcon = drawIcon('M12 4v11M7.5 11l4.5 4.5L16.5 11M5 19.5h14');
export const CameraIcon = drawIcon(
  'M4 8.2h3.4L9 5.8h6l1.6 2.4H20v10.6H4zM12 16.6a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z',
);
export const PhoneIcon = drawIcon(
  'M8 3.5h8a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5zM11 17.5h2',
);
export const TabletIcon = drawIcon(
  'M6 3.5h12A1.5 1.5 0 0 1 19.5 5v14a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5zM10.5 17.5h3',
);
export const ComputerIcon = drawIcon('M5 5h14v10H5zM2.5 18.5h19');
export const MailIcon = drawIcon('M3.8 6h16.4v12.5H3.8zM4.2 6.8l7.8 6.4 7.8-6.4');
export const CloverIcon = drawIcon(
  'M12 11.5c-.6-3.2-3-5.4-4.9-3.9s-.6 3.9 4.9 3.9zm0 0c3.2-.6 5.4-3 3.9-4.9S12 6 12 11.5zm0 0c.6 3.2 3 5.4 ' +
    '4.9 3.9s.6-3.9-4.9-3.9zm0 0c-3.2.6-5.4 3-3.9 4.9s3.9.6 3.9-4.9zm0 0c.2 3.4 1.2 6.2 3.4 8.8',
);
