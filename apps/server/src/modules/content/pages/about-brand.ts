import type { Language } from '@lightstick/contract';
import { type Brand, platformBrand, withName } from '#/config/brand.ts';

/** Returns what the page about an organiser's platform ends with, in Markdown: who it is, where, and on what it runs. */
export function aboutBrand(brand: Brand, language: Language): string {
  if (!brand.isOwn) return '';
  const { name, legalName, supportEmail, mainSite, social, runsOn } = brand;
  const links = [
    ...(mainSite === undefined ? [] : [{ name: new URL(mainSite).host, address: mainSite }]),
    ...social,
  ].map(({ name: place, address }) => `[${place}](<${address}>)`);
  const lines = [
    headings[language],
    [`**${escapeMarkdown(legalName[language])}**`, supportEmail].join('\\\n'),
    links.join(' · '),
    runsOn ? withName(runsOnLine[language], name[language]) : '',
  ];
  return `\n\n${lines.filter((line) => line !== '').join('\n\n')}\n`;
}

const headings: Readonly<Record<Language, string>> = { en_US: '## Contact', zh_TW: '## 聯絡我們' };

const runsOnLine: Readonly<Record<Language, string>> = {
  en_US: `{product} runs on ${platformBrand.name.en_US}.`,
  zh_TW: `{product} 以 ${platformBrand.name.zh_TW} 架設。`,
};

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[*[\]_`<>\\]/g, String.raw`\$&`);
}
