import { expect, test } from 'vitest';
import { textsSaidIn } from './compiled-catalogues.ts';

const catalogue = {
  'nav.home': 'Home',
  'nav.label': 'Places',
  'phase.open': 'Open',
  'phase.over': 'Over',
  'mall.buy': 'Buy',
};

test('home says what its sources name in either quotes, and all that may be put together', () => {
  const sources = ["const place = 'nav.home';", '<Title id="nav.label" />', 't(`phase.${phase}`)', "t('mall.buy.now')"];
  expect(Object.keys(textsSaidIn(sources, catalogue))).toEqual(['nav.home', 'nav.label', 'phase.open', 'phase.over']);
});

test('a text that no source names is not among them', () => {
  expect(textsSaidIn([], catalogue)).toEqual({});
});
