import type { Language } from '@lightstick/contract';

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** The pictures of a brand. All but the logo and the preview are drawn from its mark. */
export const brandPictures = [
  'logo.svg',
  'mark.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'mail.png',
  'preview.jpg',
] as const;
export type BrandPicture = (typeof brandPictures)[number];

/** What the operators of a platform say about themselves and how it looks. */
export type BrandTerms = {
  readonly legalName: TextInBothLanguages;
  readonly supportEmail: string;
  readonly mainSite?: string | undefined;
  readonly social: readonly { readonly name: string; readonly address: string }[];
  /** Whether /about-us names the software. */
  readonly runsOn: boolean;
  readonly mail: { readonly sender: TextInBothLanguages; readonly footer?: TextInBothLanguages | undefined };
  /** Colours of mails, the bar of a browser and the screen of an opening app, in hexadecimal digits. */
  readonly colours: { readonly light: string; readonly dark: string; readonly button: string; readonly bar: string };
  /** The rules that put the brand's colours in place of those of the style sheet; empty for none. */
  readonly style: string;
  /** The digest of each picture that there is. */
  readonly pictures: Readonly<Partial<Record<BrandPicture, string>>>;
};

/** The name and the looks under which fans know a platform. */
export type Brand = BrandTerms & {
  /** Whether an organiser gave it. */
  readonly isOwn: boolean;
  readonly name: TextInBothLanguages;
  readonly shortName: TextInBothLanguages;
};

/** Returns the brand; at most some seconds old, and the same object until it changes. */
export type CurrentBrand = () => Promise<Brand>;

const own = { en_US: 'Lightstick', zh_TW: 'Lightstick' };

/** The platform's own name, for organisers who give none. */
export const platformBrand: Brand = {
  isOwn: false,
  name: own,
  shortName: own,
  legalName: own,
  supportEmail: 'hello@lightstick.example',
  social: [],
  runsOn: false,
  mail: { sender: own },
  colours: { light: '#c81d63', dark: '#ff7fb0', button: '#c81d63', bar: '#8a1c6a' },
  style: '',
  pictures: {},
};

const startsInChinese = /^\p{Script=Han}/u;
const endsInChinese = /\p{Script=Han}$/u;

/** Tells whether a name stands in a Chinese sentence as its words do, without spaces around. */
export const isChinese = (name: string) => startsInChinese.test(name) && endsInChinese.test(name);

/** Puts a name where a text has `{product}`. Between Chinese words a Chinese name has no spaces around. */
export function withName(text: string, name: string): string {
  const spaced = isChinese(name)
    ? text
        .replaceAll(/(?<=\p{Script=Han}) (?=\{product\})/gu, '')
        .replaceAll(/(?<=\{product\}) (?=\p{Script=Han})/gu, '')
    : text;
  return spaced.replaceAll('{product}', () => name);
}

/** Returns the address of a picture; undefined when the brand has none of this name. */
export function pictureAddress({ pictures }: Pick<Brand, 'pictures'>, name: BrandPicture): string | undefined {
  const digest = pictures[name];
  return digest === undefined ? undefined : `/brand/${digest}/${name}`;
}
