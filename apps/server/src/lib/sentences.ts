/** Sentences with their marks. Full stops inside numbers and short forms end none. */
export function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?。！？]+(?:[.!?](?=\S)[^.!?。！？]*)*[.!?。！？]*[”」』"')]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
