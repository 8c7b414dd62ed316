import hongKongVariants from 'opencc-js/dict/HKVariantsRev';
import taiwanVariants from 'opencc-js/dict/TWVariantsRev';
import simplifiedCharacters from 'opencc-js/dict/TSCharacters';

/** Character by character, because a search matches parts of words, which a dictionary of phrases would not know. */
const simplified = pairsOf(simplifiedCharacters);
const standard = new Map([...pairsOf(hongKongVariants), ...pairsOf(taiwanVariants)]);

/** Returns one form for all variants of a character: simplified, where the variants coincide. */
export function inSimplified(text: string): string {
  return Array.from(text, (sign) => {
    const known = standard.get(sign) ?? sign;
    return simplified.get(known) ?? known;
  }).join('');
}

function pairsOf(dictionary: string): Map<string, string> {
  return new Map(
    dictionary.split('|').map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return [from, to];
    }),
  );
}
