export type TimedSentence = { readonly text: string; readonly startsAt: Date; readonly seconds: number };

/** Time for the answer to reach every screen before it is spoken. */
export const leadMs = 1_000;
const pauseMs = 300;
/** Read aloud at an easy pace: characters a second. */
const speed = { han: 4.5, other: 15 };
const least = 1.5;
/** An answer leaves the stage so long after its last word. */
const lingerMs = 8_000;

/** When each sentence begins and how long it takes, one after the other. */
export function timed(sentences: readonly string[], startsAt: Date): TimedSentence[] {
  let atMs = startsAt.getTime();
  return sentences.map((text) => {
    const seconds = secondsOf(text);
    const sentence = { text, startsAt: new Date(atMs), seconds };
    atMs += seconds * 1000 + pauseMs;
    return sentence;
  });
}

/** When the last sentence is over. */
export function spokenUntil(sentences: readonly string[], startsAt: Date): Date {
  const spokenMs = sentences.reduce((sum, text) => sum + secondsOf(text) * 1000 + pauseMs, 0);
  return new Date(startsAt.getTime() + spokenMs);
}

/** Whether an answer is still on the stage. */
export function isOnStage(sentences: readonly string[], startsAt: Date, at: Date): boolean {
  return at.getTime() < spokenUntil(sentences, startsAt).getTime() + lingerMs;
}

/** To a tenth of a second. */
function secondsOf(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const other = Array.from(text).length - han;
  return Math.max(least, Math.round((han / speed.han + other / speed.other) * 10) / 10);
}
