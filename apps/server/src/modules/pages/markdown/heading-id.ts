const longestWordsCharacters = 60;

/**
 * Gives headings their anchors: `section-` and the heading's words. The prefix keeps an anchor from having the id of
 * something else on the screen; of equal headings on one page the later ones are numbered.
 */
export function headingIds(): (text: string) => string {
  const given = new Map<string, number>();
  return function idOf(text) {
    const words = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, longestWordsCharacters)
      .replaceAll(/^-+|-+$/g, '');
    const id = words === '' ? 'section' : `section-${words}`;
    const times = (given.get(id) ?? 0) + 1;
    given.set(id, times);
    return times === 1 ? id : `${id}-${times}`;
  };
}
