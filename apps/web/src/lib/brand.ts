import type { Language } from '#/boot/boot-result.ts';

/** What every text may take: the name, and what stands between it and a Chinese word: nothing beside a Chinese name. */
type Names = { readonly product: string; readonly gap?: string };

/** The brand as the server writes it into the page. */
type PageBrand = Readonly<Record<Language, Names>> & {
  /** How the names of files begin that fans save. */
  readonly file: string;
  /** Pictures of an organiser's brand. */
  readonly mark?: string;
  readonly preview?: string;
};

/** Returns the name and the pictures under which fans know the platform. */
export function pageBrand(): PageBrand {
  return JSON.parse(document.documentElement.dataset['brand'] as string) as PageBrand;
}
