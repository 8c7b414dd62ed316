import { hash } from 'node:crypto';
import { type BrandPicture, type BrandTerms, pictureAddress } from '#/config/brand.ts';
import { brandColours, type Correction, type GivenColours } from './colours.rules.ts';
import { drawPictures } from './draw-pictures.ts';
import type { Drawing } from './drawing.rules.ts';

export type GivenBrand = {
  readonly colours: GivenColours;
  readonly mark: Drawing;
  readonly logo?: Drawing | undefined;
  /** The file of the preview of links. */
  readonly preview?: Buffer | undefined;
};

export type BrandPictureFile = {
  readonly digest: string;
  readonly name: BrandPicture;
  readonly mediaType: string;
  readonly bytes: Buffer;
};

export type MadeBrand = Pick<BrandTerms, 'colours' | 'style' | 'pictures'> & {
  readonly files: readonly BrandPictureFile[];
  readonly corrections: readonly Correction[];
};

const mediaTypes: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' };

/**
 * Computes a brand's colours and draws its pictures.
 * @throws when a picture cannot be drawn
 */
export async function makeBrand({ colours: given, mark, logo, preview }: GivenBrand): Promise<MadeBrand> {
  const { light, dark, logo: ink, corrections } = brandColours(given);
  const token = (name: string) => light[name] ?? '';
  const stage = { from: token('stage-from'), to: token('stage-to') };
  const drawn = await drawPictures({ mark, logo, preview, stage, ink });
  const files = Object.entries(drawn).map(([name, bytes]): BrandPictureFile => ({
    digest: hash('sha256', bytes, 'base64url').slice(0, 22),
    name: name as BrandPicture,
    mediaType: mediaTypes[name.split('.').at(-1) ?? ''] ?? '',
    bytes,
  }));
  const pictures = Object.fromEntries(files.map(({ name, digest }) => [name, digest]));
  return {
    colours: { light: token('brand'), dark: dark['brand'] ?? '', button: token('action-from'), bar: stage.from },
    // As specific as the rules of the style sheet or more, wherever a theme is set.
    style: [
      `:root:root{${rulesOf(light)}}`,
      `[data-theme=dark][data-theme=dark]{${rulesOf(dark)}}`,
      signRules(logo, (name) => pictureAddress({ pictures }, name) ?? ''),
    ].join(''),
    pictures,
    files,
    corrections,
  };
}

function rulesOf(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');
}

/** About as high as the platform's own logo, but no wider than a narrow phone has room for. */
const logoHeight = 24;
const mostLogoWidth = 168;
const markSide = 26;

/**
 * Shows the brand's logo or its mark in place of the platform's own. A logo has the colour of the text around: white on
 * the stage, dark or light below it.
 */
function signRules(logo: Drawing | undefined, addressOf: (name: BrandPicture) => string): string {
  const hidden = '.logo svg{display:none}';
  const box = (width: number, height: number) => `content:"";width:${width}px;height:${height}px`;
  if (!logo) {
    const picture = `url(${addressOf('mark.svg')}) center/contain no-repeat`;
    return `${hidden}.logo::before{${box(markSide, markSide)};background:${picture}}`;
  }
  const width = Math.min(Math.round(logoHeight * logo.ratio), mostLogoWidth);
  const mask = `url(${addressOf('logo.svg')}) left/contain no-repeat`;
  return (
    `${hidden}.logo.logo{font-size:0}` +
    `.logo::before{${box(width, logoHeight)};background:currentColor;mask:${mask};forced-color-adjust:none}` +
    '@media (forced-colors:active){.logo::before{background:CanvasText}}'
  );
}
