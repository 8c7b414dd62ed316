import { describe, expect, test } from 'vitest';
import { languageOfTag } from './language-of-tag.ts';

describe('The language of a tag', () => {
  test.each(['zh', 'zh_TW', 'zh-TW', 'zh-Hant', 'zh_HK', 'zh-Hant-HK', 'ZH-tw', 'zh-CN'])('%s is Chinese', (tag) => {
    expect(languageOfTag(tag)).toBe('zh_TW');
  });

  test.each(['en', 'en_US', 'en-GB', 'EN'])('%s is English', (tag) => {
    expect(languageOfTag(tag)).toBe('en_US');
  });

  test.each(['', 'zhang', 'eng', 'ja_JP', 'tlh', 7, null, undefined, {}])('%o is none of ours', (tag) => {
    expect(languageOfTag(tag)).toBeUndefined();
  });
});
