import { describe, expect, test } from 'vitest';
import { defaultSettings, type HostSettings } from './host-settings.ts';
import { queryFromSettings, settingsFromQuery } from './settings-query.ts';

describe('the query string of the simulator', () => {
  test('is empty for the defaults of the page', () => {
    expect(queryFromSettings(defaultSettings)).toBe('');
    expect(settingsFromQuery('')).toEqual(defaultSettings);
  });

  test('carries every choice in both directions', () => {
    const chosen: HostSettings = {
      platform: 'android',
      transport: 'interface',
      path: '/#/best7?from=push&round=2',
      user: 'stale',
      theme: 'dark',
      languageType: 'zh_TW',
      statusBarHeight: 0,
      cookies: 'both',
      capabilities: ['getUserInfo', 'goBack'],
      behaviours: { getUserInfo: { delayMs: 1500, fault: 'twice' }, goBack: { delayMs: 0, fault: 'silence' } },
      early: [
        { command: 'changeTheme', value: 'dark' },
        { command: 'refreshData', value: '' },
      ],
    };
    expect(settingsFromQuery(queryFromSettings(chosen))).toEqual(chosen);
  });

  test('says with an empty list that the host can do nothing', () => {
    expect(settingsFromQuery('capabilities=').capabilities).toEqual([]);
  });

  test.each([
    'platform=windows',
    'transport=listener',
    'path=https://elsewhere.example',
    'path=//elsewhere.example',
    'statusBar=121',
    'statusBar=tall',
    'delay.getUserInfo=-1',
    'fault.getUserInfo=fire',
    'early=dance',
    'user=everybody',
  ])('that is not understood changes nothing: %s', (query) => {
    expect(settingsFromQuery(query)).toEqual(defaultSettings);
  });
});
