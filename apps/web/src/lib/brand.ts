import type { Language } from '#/boot/boot-result.ts';

/** The brand as the server writes it into the page. */
type PageBrand = Readonly<Record<Language, string>> & {
  /** What stands between the name and a Chinese word: nothing beside a Chinese name. */
  readonly gap: string;
  /** How the names of files begin that fans save. */
  readonly file: string;
  /** Pictures of an organiser's brand. */
  readonly mark?: string;
  readonly preview?: string;
};

/** Returns the name and the pictures under which fans know the platform. */
export function pageBrand(): PageBrand {
  return JSON.parse(document.documentElement.dataset['brand'] ?? '{}') as PageBrand;
}
