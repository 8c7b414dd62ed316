/** The colours of the lightsticks in the crowd, which every drawing on the stage shares. */
export const lights = {
  mint: '#7de3d0',
  violet: '#a99bff',
  pink: '#ff8fb8',
  blush: '#ffd0e2',
  gold: '#ffd86b',
} as const;

/** The dark of the sticks' handles. */
export const night = '#2a1250';
