import { type Language, languages } from '@lightstick/contract';
import { platformBrand, withName } from '#/config/brand.ts';
import type { PackBrand } from './pack.ts';

/** Copies a value and fills in its texts, which stand below the name of their language. */
export function fillInTexts<T>(value: T, fillIn: (text: string, language: Language) => string): T {
  const filled = (one: unknown, language?: Language): unknown => {
    if (typeof one === 'string') return language ? fillIn(one, language) : one;
    if (Array.isArray(one)) return one.map((inner) => filled(inner, language));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [
        key,
        filled(inner, languages.find((name) => name === key) ?? language),
      ]),
    );
  };
  return filled(value) as T;
}

/** Puts the brand where a text asks for it by `{product}`, `{legalName}` or `{supportEmail}`. */
export function withBrand(text: string, language: Language, brand: PackBrand | undefined): string {
  const { name } = brand ?? platformBrand;
  const { legalName, supportEmail } = brand?.terms ?? platformBrand;
  return withName(text, name[language])
    .replaceAll('{legalName}', legalName[language])
    .replaceAll('{supportEmail}', supportEmail);
}
