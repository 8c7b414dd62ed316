import type { Language } from '@lightstick/contract';

const byHeader = new Map<string, Language>();
const rememberedHeaders = 500;

/**
 * The language of an answer from `Accept-Language`: the known language of greatest weight, English when there is none.
 * Headers repeat endlessly, so the latest distinct ones are remembered.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'en_US';
  const known = byHeader.get(header);
  if (known) return known;
  const language = negotiate(header);
  if (header.length <= 200) {
    if (byHeader.size >= rememberedHeaders) byHeader.clear();
    byHeader.set(header, language);
  }
  return language;
}

function negotiate(header: string): Language {
  let best: { language: Language; weight: number } | undefined;
  for (const range of header.slice(0, 400).split(',')) {
    const [tag = '', ...parameters] = range.trim().split(';');
    const language = knownLanguage(tag);
    if (!language) continue;
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality ? Number(quality.trim().slice(2)) : 1;
    if (weight > 0 && (!best || weight > best.weight)) best = { language, weight };
  }
  return best?.language ?? 'en_US';
}

/** Whoever reads any Chinese reads our Chinese with less trouble than English. */
function knownLanguage(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/, 1)[0];
  if (primary === 'zh') return 'zh_TW';
  return primary === 'en' ? 'en_US' : undefined;
}
