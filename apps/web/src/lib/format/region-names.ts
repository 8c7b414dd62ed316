import { type Language, languageTag } from '#/lib/environment.ts';

/** Lists regions by their ISO 3166-1 codes in words: `Taiwan and Hong Kong`. */
export function regionNames(codes: readonly string[], language: Language): string {
  const tag = languageTag(language);
  const names = new Intl.DisplayNames(tag, { type: 'region', style: 'short' });
  return new Intl.ListFormat(tag).format(codes.map((code) => names.of(code) ?? code));
}
