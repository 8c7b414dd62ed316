type Language = 'en_US' | 'zh_TW';

/**
 * Returns the texts of a refusal because of a region: the allowed regions, and a sentence about where the caller is.
 */
export function regionTexts(regions: readonly string[], country: string | undefined) {
  const here =
    country === undefined
      ? whereUnknown
      : { en_US: `You’re in ${regionName(country, 'en_US')}.`, zh_TW: `你目前在${regionName(country, 'zh_TW')}。` };
  return { regions: { en_US: nameRegions(regions, 'en_US'), zh_TW: nameRegions(regions, 'zh_TW') }, here };
}

const whereUnknown = { en_US: 'We couldn’t detect your region.', zh_TW: '無法偵測你的所在地區。' };

function nameRegions(regions: readonly string[], language: Language): string {
  const names = regions.map((region) => regionName(region, language));
  return new Intl.ListFormat(language.replace('_', '-'), { type: 'disjunction' }).format(names);
}

function regionName(region: string, language: Language): string {
  return new Intl.DisplayNames(language.replace('_', '-'), { type: 'region', style: 'short' }).of(region) ?? region;
}
