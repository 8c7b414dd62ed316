import type { SeededRandom } from '#/lib/random-from-seed.ts';

/** The inks of a sleeve: two of its light, one of another light for contrast, the darkest, and the paper. */
export type Inks = { bright: string; strong: string; guest: string; dark: string; paper: string };

/** Draws what the sleeve shows around (300, 200), within 200 units of it: lists cut the sides off. */
type Motif = (inks: Inks, random: SeededRandom) => string;

const fill = (d: string, ink: string, more = ''): string => `<path d="${d}" fill="${ink}"${more}/>`;
const line = (d: string, ink: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}"${more}/>`;
const disc = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0-${2 * radius} 0z`;
const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
const dots = (random: SeededRandom, count: number, bottom: number): string =>
  repeat(count, () => `M${Math.round(random.between(20, 580))} ${Math.round(random.between(14, bottom))}v.1`);

const tide: Motif = ({ bright, strong, guest, paper }) =>
  fill(disc(300, 150, 92), guest) +
  repeat(4, (row) => {
    const y = 204 + row * 46;
    return fill(
      `M-20 ${y}q40-34 80 0${'t80 0'.repeat(7)}V410H-20z`,
      row % 2 === 0 ? strong : bright,
      row === 3 ? ' opacity=".9"' : '',
    );
  }) +
  line('M258 236h84M272 282h56M282 328h36', paper, 9, ' opacity=".8"');

const comet: Motif = ({ bright, guest, paper }, random) =>
  line(dots(random, 22, 390), paper, 5, ' opacity=".7"') +
  fill('M-20 410 392 92a46 46 0 0 1 56 72L120 410z', bright, ' opacity=".45"') +
  fill('M60 410 400 106a40 40 0 0 1 46 58L150 410z', bright, ' opacity=".6"') +
  fill(disc(416, 128, 56), guest) +
  fill(disc(404, 116, 20), paper, ' opacity=".8"');

const ripples: Motif = ({ bright, strong, guest, paper }) =>
  repeat(5, (ring) => fill(disc(300, 200, 250 - ring * 48), [strong, bright, strong, guest, paper][ring] ?? paper)) +
  fill(disc(300, 200, 22), strong);

const amplifier: Motif = ({ bright, strong, guest, dark, paper }) =>
  `<rect x="156" y="40" width="288" height="320" rx="26" fill="${dark}"/>` +
  fill(disc(300, 228, 104), bright) +
  fill(disc(300, 228, 78), dark) +
  fill(disc(300, 228, 60), strong) +
  fill(disc(300, 228, 26), paper) +
  line('M206 86v.1M252 86v.1M298 86v.1', guest, 28) +
  line('M350 86h48', paper, 8);

const shop: Motif = ({ bright, strong, guest, dark, paper }) =>
  fill('M388 44a72 72 0 1 0 54 122 62 62 0 0 1-54-122z', paper) +
  fill('M0 250h600v150H0z', dark) +
  fill('M160 180h280v170H160z', strong) +
  fill('M184 226h232v84H184z', guest) +
  line('M242 226v84M300 226v84M358 226v84', dark, 6) +
  repeat(7, (stripe) => fill(`M${160 + stripe * 40} 166h40v30a20 20 0 0 1-40 0z`, stripe % 2 === 0 ? paper : bright)) +
  line('M60 382h480', guest, 6, ' opacity=".6" stroke-dasharray="60 24"');

const planet: Motif = ({ bright, strong, guest, paper }, random) =>
  line(dots(random, 26, 390), paper, 4, ' opacity=".7"') +
  `<g transform="rotate(-18 300 200)">${line('M300 128a212 66 0 0 1 0 144', guest, 15)}` +
  `${line('M300 272a212 66 0 0 1 0-144', guest, 15)}${fill(disc(300, 200, 122), strong)}` +
  fill('M186 158q114 40 228 0q8 20 8 42-122 40-244 0 0-22 8-42z', bright) +
  `${line('M96 206c30 56 378 56 408 0', guest, 15)}</g>` +
  fill(disc(482, 82, 20), paper);

const microphone: Motif = ({ bright, strong, guest, dark, paper }) =>
  repeat(9, (ray) =>
    fill('M300 150 270-190h60z', bright, ` opacity=".28" transform="rotate(${ray * 40 + 20} 300 150)"`),
  ) +
  fill('M270 260h60v150h-60z', dark) +
  `<rect x="212" y="40" width="176" height="236" rx="84" fill="${strong}"/>` +
  line('M222 110h156M216 150h168M222 190h156', dark, 12) +
  line('M196 150v44c0 66 44 106 104 106s104-40 104-106v-44', guest, 16) +
  fill(disc(300, 230, 20), paper);

const ferry: Motif = ({ bright, strong, guest, dark, paper }, random) =>
  line(dots(random, 16, 150), paper, 5, ' opacity=".7"') +
  fill('M0 290q50-26 100 0t100 0 100 0 100 0 100 0 100 0V410H0z', strong) +
  fill('M140 236h330l-52 88H196z', dark) +
  fill('M206 168h190l14 68H196z', paper) +
  fill('M252 116h46v52h-46zM322 132h40v36h-40z', guest) +
  line('M232 202h.1M272 202h.1M312 202h.1M352 202h.1', strong, 22) +
  fill('M0 330q50-26 100 0t100 0 100 0 100 0 100 0 100 0V410H0z', bright);

const leaves: Motif = ({ bright, strong, guest, dark }) =>
  fill(disc(300, 170, 96), guest) +
  repeat(7, (leaf) => {
    const turn = leaf * 28 - 84;
    const ink = [strong, bright, dark][leaf % 3] ?? strong;
    return (
      `<g transform="rotate(${turn} 300 410)">${fill('M300 410C226 340 232 180 300 96c68 84 74 244 0 314z', ink)}` +
      `${line('M300 390V150', guest, 4, ' opacity=".5"')}</g>`
    );
  });

const dial: Motif = ({ bright, strong, guest, dark, paper }) =>
  fill('M70 330a230 230 0 0 1 460 0z', dark) +
  line('M120 330a180 180 0 0 1 360 0', bright, 16, ' stroke-dasharray=".1 37.6"') +
  line('M176 330a124 124 0 0 1 248 0', strong, 34) +
  line('M300 330 398 176', guest, 14) +
  fill(disc(300, 330, 40), paper) +
  line('M70 366h460', paper, 8);

const stairs: Motif = ({ bright, strong, guest, dark, paper }) =>
  fill(disc(416, 108, 62), guest) +
  repeat(6, (step) => {
    const [x, y] = [90 + step * 62, 336 - step * 52];
    return (
      fill(`M${x} ${y}h72v${420 - y}h-72z`, step % 2 === 0 ? strong : bright) + fill(`M${x} ${y}h72v14h-72z`, paper)
    );
  }) +
  fill('M464 76h150v344H464z', dark);

const typhoon: Motif = ({ bright, strong, guest, paper }) =>
  line('M470 96C390 20 200 30 150 150s50 220 160 204 150-130 74-180-140 10-120 70 60 40 66 10', bright, 46) +
  line('M520 60C420-30 160-10 104 140M96 250c24 90 110 150 204 150', strong, 22) +
  line('M500 210c0 60-30 110-76 146', guest, 22) +
  fill(disc(316, 236, 16), paper);

const paperPlanes: Motif = ({ bright, strong, guest, paper }) =>
  line(
    'M-10 380C120 400 210 330 250 250M300 400c80-10 120-60 130-120',
    paper,
    6,
    ' opacity=".6" stroke-dasharray=".1 18"',
  ) +
  [
    [300, 170, 1.5, paper, bright],
    [452, 270, 0.9, guest, strong],
    [150, 110, 0.8, guest, strong],
  ]
    .map(
      ([x, y, scale, light, shade]) =>
        `<g transform="translate(${x} ${y}) rotate(-12) ` +
        `scale(${scale})">${fill('M-90 10 100-60-20 34z', String(light))}` +
        `${fill('M-20 34 100-60 20 70z', String(light))}${fill('M-20 34 100-60-6 84z', String(shade))}</g>`,
    )
    .join('');

const currents: Motif = ({ bright, strong, guest, dark, paper }) =>
  [dark, strong, bright, guest, paper]
    .map((ink, band) => line(`M${70 + band * 96} -40c120 120-110 180 0 300s-30 140 0 200`, ink, 66))
    .join('');

const lanterns: Motif = ({ bright, strong, guest, dark, paper }) =>
  line('M-10 30q155 96 310 10t310-4', dark, 6) +
  [
    [150, 84, 0.9, strong],
    [300, 60, 1.3, guest],
    [452, 74, 0.9, bright],
  ]
    .map(
      ([x, y, scale, ink]) =>
        `<g transform="translate(${x} ${y}) scale(${scale})">${fill('M-26-8h52v10h-52zM-26 138h52v10h-52z', dark)}` +
        fill('M-34 0h68c48 30 48 110 0 140h-68c-48-30-48-110 0-140z', String(ink)) +
        line('M-14 4c-22 40-22 92 0 132M14 4c22 40 22 92 0 132', paper, 5, ' opacity=".6"') +
        `${line('M0 150v40', dark, 8)}</g>`,
    )
    .join('') +
  fill('M0 330h600v80H0z', dark) +
  line('M40 330v-30h70v30M150 330v-44h90v44M360 330v-36h80v36M480 330v-50h90v50', dark, 10);

const seedling: Motif = ({ bright, strong, guest, dark, paper }) =>
  fill(disc(300, 170, 150), guest) +
  line('M300 250V120', dark, 12) +
  fill('M298 176C226 178 190 138 186 82c66 4 108 36 112 94zM302 146c4-58 42-92 108-96-2 60-42 98-108 96z', strong) +
  fill('M206 236h188l-24 140H230z', paper) +
  fill('M394 256h30a34 34 0 0 1 0 74h-42l4-20h36a14 14 0 0 0 0-32h-32z', paper) +
  fill('M212 268h176l-8 40H220z', bright);

const spotlight: Motif = ({ bright, strong, guest, dark, paper }) =>
  fill('M262 40h76l150 290H112z', bright, ' opacity=".5"') +
  fill('M276 40h48l96 290H180z', paper, ' opacity=".45"') +
  fill('M0 316h600v94H0z', dark) +
  `<ellipse cx="300" cy="334" rx="172" ry="34" fill="${guest}"/>` +
  fill('M250 0h100l-14 62h-72z', dark) +
  fill('M288 196h24l-4 134h-16z', strong) +
  fill(disc(300, 172, 42), paper);

const bars: Motif = ({ bright, strong, guest, paper }, random) =>
  repeat(9, (bar) => {
    const x = 92 + bar * 52;
    const height = Math.round(random.between(3, 8) - Math.abs(bar - 4) * 0.5) * 40;
    return line(`M${x} ${200 - height / 2}v${height}`, [strong, bright, guest, paper][bar % 4] ?? strong, 34);
  });

const record: Motif = ({ bright, strong, guest, dark, paper }) =>
  fill(disc(360, 200, 168), dark) +
  line(`${disc(360, 200, 142)}${disc(360, 200, 118)}${disc(360, 200, 94)}`, bright, 2.5, ' opacity=".6"') +
  fill(disc(360, 200, 62), guest) +
  fill(disc(360, 200, 10), dark) +
  fill('M96 32h220v336H96z', strong) +
  fill('M96 32h220L96 300z', bright) +
  fill('M96 368 316 120v248z', paper, ' opacity=".35"');

const umbrella: Motif = ({ bright, strong, guest, dark, paper }, random) =>
  line(
    repeat(26, () => `M${Math.round(random.between(10, 590))} ${Math.round(random.between(0, 380))}l-8 26`),
    bright,
    5,
    ' opacity=".7"',
  ) +
  line('M300 210v130a30 30 0 0 0 60 0', dark, 13) +
  fill(
    'M110 214C120 110 200 56 300 56s180 54 190 158c-24-22-70-22-95 0-24-22-70-22-95 ' +
      '0-24-22-70-22-95 0-24-22-70-22-95 0z',
    guest,
  ) +
  fill('M300 56c-52 30-86 86-95 158 24-22 70-22 95 0 24-22 70-22 95 0-10-72-44-128-95-158z', strong) +
  line('M300 56V34', dark, 12) +
  fill(disc(300, 34, 8), paper);

const doors: Motif = ({ bright, strong, guest, dark, paper }) =>
  [strong, bright, guest, paper, dark]
    .map((ink, door) => {
      const half = 190 - door * 36;
      return fill(`M${300 - half} 410V${50 + door * 36 + half}a${half} ${half} 0 0 1 ${2 * half} 0V410z`, ink);
    })
    .join('');

const sunrise: Motif = ({ bright, strong, guest, dark, paper }) =>
  repeat(13, (ray) =>
    fill('M300 300 276-140h48z', bright, ` opacity=".6" transform="rotate(${ray * 15 - 90} 300 300)"`),
  ) +
  fill(disc(300, 270, 110), guest) +
  fill('M-10 300C90 230 190 250 290 300s200 30 320-30v150H-10z', strong) +
  fill('M-10 350c120-60 220-10 310 0s200-10 310-50v120H-10z', dark) +
  line('M86 366h.1M150 378h.1M214 372h.1M386 374h.1M450 364h.1M514 352h.1', paper, 9);

const keys: Motif = ({ bright, guest, dark, paper }) =>
  '<g transform="rotate(-16 300 200)">' +
  repeat(10, (key) => fill(`M${20 + key * 58} 60h52v300h-52z`, key % 4 === 2 ? guest : paper)) +
  [0, 1, 3, 4, 5, 7, 8].map((key) => fill(`M${56 + key * 58} 60h38v180h-38z`, dark)).join('') +
  `${fill('M-80 20h760v44H-80z', bright)}</g>`;

const cassette: Motif = ({ bright, strong, guest, dark, paper }) =>
  `<g transform="rotate(-8 300 200)"><rect x="108" y="84" width="384" height="240" rx="26" fill="${dark}"/>` +
  `<rect x="136" y="110" width="328" height="130" rx="14" fill="${paper}"/>` +
  `${fill('M136 150h328v26H136z', strong)}${fill('M136 176h328v22H136z', bright)}` +
  `<rect x="196" y="146" width="208" height="66" rx="33" fill="${dark}"/>` +
  `${line('M236 179h.1M364 179h.1', guest, 46)}${line('M236 179h.1M364 179h.1', dark, 16)}` +
  `${fill('M186 324 206 268H394l20 56z', strong)}</g>`;

/** The order is part of what a seed draws. */
export const SONG_MOTIFS: readonly Motif[] = [
  tide,
  comet,
  ripples,
  amplifier,
  shop,
  planet,
  microphone,
  ferry,
  leaves,
  dial,
  stairs,
  typhoon,
  paperPlanes,
  currents,
  lanterns,
  seedling,
  spotlight,
  bars,
  record,
  umbrella,
  doors,
  sunrise,
  keys,
  cassette,
];
