import { hash } from 'node:crypto';
import { type Brand, isChinese, pictureAddress } from '#/config/brand.ts';
import { escapeHtml } from '#/lib/html.ts';
import type { Language } from '@lightstick/contract';

/** What the app in a page knows of the brand, in an attribute of the page's root. */
export function brandOfPage(brand: Brand): string {
  const { name } = brand;
  return JSON.stringify({
    file: fileStartOf(brand),
    en_US: { product: name.en_US },
    zh_TW: { product: name.zh_TW, gap: isChinese(name.zh_TW) ? '' : ' ' },
    ...(brand.isOwn && {
      mark: pictureAddress(brand, 'mark.svg'),
      preview: pictureAddress(brand, 'preview.jpg'),
    }),
  });
}

/** Returns how the names of files begin that fans save. */
function fileStartOf({ name }: Pick<Brand, 'name'>): string {
  const start = name.en_US
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return start === '' ? 'vote' : start;
}

/** Puts an organiser's brand into a built page: the name, the icons, and the colours before the first paint. */
export function brandPage(built: string, brand: Brand): string {
  if (!brand.isOwn) return built;
  const { name, colours, style } = brand;
  const icon = (rel: string, file: 'mark.svg' | 'apple-touch-icon.png') =>
    `<link rel="${rel}" href="${pictureAddress(brand, file) ?? ''}" />`;
  const names = { en: escapeHtml(name.en_US), zh: escapeHtml(name.zh_TW) };
  const parts: readonly [place: RegExp, part: string][] = [
    [/ data-brand=(?:"[^"]*"|'[^']*')/, ` data-brand="${escapeHtml(brandOfPage(brand))}"`],
    [/<title>[^<]*<\/title>/, `<title>${names.en}</title>`],
    [/<meta name="theme-color"[^>]*>/, `<meta name="theme-color" content="${colours.bar}" />`],
    [/<link rel="icon"[^>]*>/, icon('icon', 'mark.svg') + icon('apple-touch-icon', 'apple-touch-icon.png')],
    [/<\/head>/, `<style>${style}</style></head>`],
    [/<noscript>[^<]*<\/noscript>/, `<noscript>${needsScript(names)}</noscript>`],
  ];
  return parts.reduce((html, [place, part]) => {
    if (!place.test(html)) throw new Error(`The built page has no ${place.source} to put the brand into.`);
    return html.replace(place, () => part);
  }, built);
}

const needsScript = ({ en, zh }: { readonly en: string; readonly zh: string }) =>
  `${en} needs JavaScript. · ${zh} 需要啟用 JavaScript。`;

/** Lets a policy's page use the colours of a brand, and no other style in the page. */
export function allowStyle(policy: string, { style }: Pick<Brand, 'style'>): string {
  if (style === '') return policy;
  return policy.replace("style-src 'self'", `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'`);
}

/** Returns a page's headers with the colours of a brand allowed. */
export function headersWithStyle<Headers extends Readonly<Record<string, string>>>(
  headers: Headers,
  brand: Pick<Brand, 'style'>,
): Headers {
  const policy = headers['content-security-policy'];
  return policy === undefined ? headers : { ...headers, 'content-security-policy': allowStyle(policy, brand) };
}

/** Writes the manifest by which a platform is installed as an app. */
export function manifestOf(brand: Brand, language: Language): string {
  const pictures = [
    ['mark.svg', 'any', 'image/svg+xml', 'any'],
    ['icon-192.png', '192x192', 'image/png', 'any'],
    ['icon-512.png', '512x512', 'image/png', 'any'],
    ['icon-maskable-512.png', '512x512', 'image/png', 'maskable'],
  ] as const;
  return JSON.stringify({
    name: brand.name[language],
    short_name: brand.shortName[language],
    lang: language.replace('_', '-'),
    start_url: '/',
    display: 'standalone',
    background_color: '#f8f5fb',
    theme_color: brand.colours.bar,
    icons: pictures.map(([file, sizes, type, purpose]) => ({ src: pictureAddress(brand, file), sizes, type, purpose })),
  });
}
